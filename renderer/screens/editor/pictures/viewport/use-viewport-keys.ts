/** Handles keys while a viewport has the focus: letters choose tools, arrows use the chosen one. */
import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext';
import type { KeyboardEvent } from 'react';
import { chordOf } from '#renderer/commands/key-chord.ts';
import { useEditingSession } from '#renderer/editor/editing-session/editing-context.ts';
import { focusReport } from '#renderer/editor/text/caret/focus-report.ts';
import type { Stack } from '#renderer/pictures/series-stack.ts';
import { presetsOf } from '#renderer/pictures/window-presets.ts';
import { removeAnnotation } from '#renderer/screens/editor/pictures/annotation-actions.ts';
import {
  changeViewport,
  resetViewport,
  scrollBy,
  scrollTo,
  setCount,
  setTool,
  usePictures,
  VIEWPORT_COUNTS,
} from '#renderer/screens/editor/pictures/pictures-store.ts';
import {
  invertViewport,
  rotateViewport,
  switchOverlays,
  TOOL_KEYS,
} from '#renderer/screens/editor/pictures/ToolRail.tsx';
import {
  annotationTool,
  beginDraft,
  moveDraft,
  moveWindow,
  pan,
  setPoint,
  type TileNow,
  zoom,
} from './tool-actions.ts';

const ARROWS: Readonly<Record<string, readonly [dx: number, dy: number]>> = {
  Left: [-1, 0],
  Right: [1, 0],
  Up: [0, -1],
  Down: [0, 1],
};
const PAGE = 10;

export function useViewportKeys(
  now: TileNow,
  stack: Stack | undefined,
  acts: Readonly<Record<'M' | 'K', (() => void) | undefined>>,
): (event: KeyboardEvent) => void {
  const [editor] = useLexicalComposerContext();
  const work = useEditingSession();
  const { tile } = now;

  const byArrow = (chord: string): boolean => {
    const arrow = ARROWS[chord.replace('Shift+', '')];
    if (!arrow) return false;
    const [dx, dy] = arrow;
    const far = chord.startsWith('Shift+') ? PAGE : 1;
    const { tool } = usePictures.getState();
    const kind = annotationTool(tool);
    if (kind) {
      if (!usePictures.getState().draft) beginDraft(now, kind, middleOf(now));
      moveDraft(now, ({ x, y }) => ({ x: x + dx * far, y: y + dy * far }));
    } else if (tool === 'window') moveWindow(now, dx * 6 * far, dy * 6 * far);
    else if (tool === 'pan') pan(now, dx * 10 * far, dy * 10 * far);
    else if (tool === 'zoom') zoom(now, 1.1 ** ((dx - dy) * far));
    else scrollBy(tile, (dx + dy) * far);
    return true;
  };

  const byPlace = (chord: string): boolean => {
    const last = (stack?.pictures.length ?? 1) - 1;
    if (chord === 'PageUp') scrollBy(tile, -1);
    else if (chord === 'PageDown') scrollBy(tile, 1);
    else if (chord === 'Shift+PageUp') scrollBy(tile, -PAGE);
    else if (chord === 'Shift+PageDown') scrollBy(tile, PAGE);
    else if (chord === 'Home') scrollTo(tile, 0);
    else if (chord === 'End') scrollTo(tile, last);
    else return false;
    return true;
  };

  const byLetter = (chord: string): boolean => {
    const tool = TOOL_KEYS[chord];
    const preset = /^[1-3]$/.test(chord) ? presetsOf(now.unit)[Number(chord) - 1] : undefined;
    const count = VIEWPORT_COUNTS.find((known) => chord === `Alt+${known}`);
    if (tool) {
      setTool(tool);
      const kind = annotationTool(tool);
      if (kind && now.size) beginDraft(now, kind, middleOf(now));
    } else if (preset) changeViewport(tile, { window: { center: preset.center, width: preset.width } });
    else if (count) setCount(count);
    else if (chord === 'O') rotateViewport(tile);
    else if (chord === 'I') invertViewport(tile);
    else if (chord === 'V') switchOverlays(tile);
    else if (chord === 'R') resetViewport(tile);
    else if (chord === 'Space') usePictures.setState(({ playing }) => ({ playing: !playing }));
    else return false;
    return true;
  };

  const byMark = (chord: string): boolean => {
    const { selected, draft, tool } = usePictures.getState();
    if (chord === 'Enter' && draft) setPoint(work, now);
    else if (chord === 'M' && acts.M) acts.M();
    else if (chord === 'K' && acts.K) acts.K();
    else if ((chord === 'Delete' || chord === 'Backspace') && selected) {
      removeAnnotation(work, selected);
      usePictures.setState({ selected: undefined });
    } else if (chord === 'Esc') {
      if (draft || selected) usePictures.setState({ draft: undefined, selected: undefined });
      else if (tool !== 'scroll') setTool('scroll');
      else focusReport(editor);
    } else return false;
    return true;
  };

  return (event) => {
    const chord = chordOf(event);
    if (chord === undefined) return;
    // The question about the picture's patient handles these keys itself.
    const isAnswer = event.target instanceof Element && event.target.closest('.whose') !== null;
    if (isAnswer && (chord === 'Enter' || chord === 'Space')) return;
    if (byMark(chord) || byArrow(chord) || byPlace(chord) || byLetter(chord)) event.preventDefault();
  };
}

function middleOf({ size }: TileNow) {
  return { x: (size?.columns ?? 0) / 2, y: (size?.rows ?? 0) / 2 };
}
