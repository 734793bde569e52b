/**
 * Handles the pointer in a viewport: the left button uses the tool, the middle one pans, the right one sets
 * the window.
 */

import { type PointerEvent, type RefObject, useEffect, useRef } from 'react';
import { POINTS_OF, type Point } from '#records/studies/image-annotations.ts';
import { useEditingSession } from '#renderer/editor/editing-session/editing-context.ts';
import type { ViewportTransform } from '#renderer/pictures/viewport-transform.ts';
import { type PictureTool, scrollBy, usePictures } from '#renderer/screens/editor/pictures/pictures-store.ts';
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

/** Wheel or drag distance of one slice, in pixels. */
const SLICE_PX = 12;
/** Movement below this is a click; the next point then follows the pointer until the next click. */
const CLICK_PX = 4;

interface Drag {
  readonly tool: PictureTool;
  readonly from: Point;
  last: Point;
  rest: number;
}

export function useViewportPointer(
  now: TileNow,
  placing: ViewportTransform | undefined,
  box: RefObject<HTMLElement | null>,
) {
  const work = useEditingSession();
  const drag = useRef<Drag>(undefined);
  useWheel(now, box);
  const place = (event: PointerEvent): Point => {
    const { left, top } = event.currentTarget.getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top };
  };
  return {
    onContextMenu: (event: { preventDefault: () => void }) => event.preventDefault(),
    onPointerDown: (event: PointerEvent) => {
      // Skip buttons and texts, because capturing the pointer would take their press.
      if (event.target instanceof Element && event.target.closest('button, [data-scrolls]')) return;
      const tool = event.button === 0 ? usePictures.getState().tool : event.button === 1 ? 'pan' : 'window';
      const at = place(event);
      event.currentTarget.setPointerCapture(event.pointerId);
      drag.current = { tool, from: at, last: at, rest: 0 };
      const kind = annotationTool(tool);
      if (!kind || !placing) return;
      const { draft } = usePictures.getState();
      // The unfinished point follows the pointer until it is pressed.
      if (draft?.tile === now.tile && draft.points.length > 1) return;
      beginDraft(now, kind, placing.toPicture(at));
      setPoint(work, now);
    },
    onPointerMove: (event: PointerEvent) => {
      const at = place(event);
      const held = drag.current;
      // Ignore events of a resting pointer over a moving page, because arrow keys may be moving the point.
      const isMoved = event.movementX !== 0 || event.movementY !== 0;
      if (placing && isMoved) moveDraft(now, () => placing.toPicture(at));
      if (!held) return;
      const dx = at.x - held.last.x;
      const dy = at.y - held.last.y;
      held.last = at;
      if (held.tool === 'window') moveWindow(now, dx, dy);
      else if (held.tool === 'pan') pan(now, dx, dy);
      else if (held.tool === 'zoom') zoom(now, Math.exp(-dy / 150), held.from);
      else if (held.tool === 'scroll') {
        held.rest += dy;
        const steps = Math.trunc(held.rest / SLICE_PX);
        held.rest -= steps * SLICE_PX;
        if (steps !== 0) scrollBy(now.tile, steps);
      }
    },
    onPointerUp: (event: PointerEvent) => {
      const held = drag.current;
      drag.current = undefined;
      if (!held || !annotationTool(held.tool)) return;
      const at = place(event);
      const { draft } = usePictures.getState();
      const isFirst = draft !== undefined && draft.points.length === 2 && POINTS_OF[draft.kind] >= 2;
      const isClick = Math.hypot(at.x - held.from.x, at.y - held.from.y) < CLICK_PX;
      // A click sets the first point only; a drag sets both.
      if (isFirst && isClick && draft.points[0] !== undefined && isSamePlace(draft.points)) return;
      setPoint(work, now);
    },
  };
}

const isSamePlace = ([a, b]: readonly Point[]): boolean =>
  a !== undefined && b !== undefined && Math.hypot(a.x - b.x, a.y - b.y) < CLICK_PX;

/** A native listener, because React's are passive and this one must prevent the page from scrolling. */
function useWheel({ tile }: TileNow, box: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    let rest = 0;
    const onWheel = (event: WheelEvent) => {
      if (event.target instanceof Element && event.target.closest('[data-scrolls]')) return;
      if (event.ctrlKey) return;
      event.preventDefault();
      usePictures.setState({ active: tile });
      if (Math.abs(event.deltaY) >= 50 || event.deltaMode !== WheelEvent.DOM_DELTA_PIXEL) {
        scrollBy(tile, Math.sign(event.deltaY));
        return;
      }
      rest += event.deltaY;
      const steps = Math.trunc(rest / SLICE_PX);
      rest -= steps * SLICE_PX;
      if (steps !== 0) scrollBy(tile, steps);
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  }, [tile, box]);
}
