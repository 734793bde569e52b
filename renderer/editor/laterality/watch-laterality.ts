/**
 * Updates the left-right counts after each change of the live report. Reads only the changed block; all
 * blocks only when blocks or headings change.
 */
import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext';
import { $isHeadingNode } from '@lexical/rich-text';
import { $getNodeByKey, $getRoot, type LexicalEditor, type NodeKey } from 'lexical';
import { useEffect } from 'react';
import { useEditingState } from '#renderer/editor/editing-session/editing-context.ts';
import { shownRange } from '#renderer/editor/find/line-dom-range.ts';
import { $linesOf } from '#renderer/editor/find/text-lines.ts';
import { lateralityMismatches } from '#report/checks/laterality/laterality-checks.ts';
import { findLateralityTerms, type Side } from '#report/checks/laterality/laterality-terms.ts';
import { FINDINGS_CODE, IMPRESSION_CODE } from '#report/checks/quality-finding.ts';
import { $getSectionCode } from '#report/nodes/loinc-sections.ts';
import { createLateralityCounts, type SidePart } from './laterality-counts.ts';
import { createLateralityHighlights } from './laterality-highlights.ts';
import { setMismatches } from './laterality-store.ts';

/** React hook that watches laterality in an editable report only. */
export function useLateralityWatch(): void {
  const [editor] = useLexicalComposerContext();
  const title = useEditingState((state) => state.meta.title ?? '');
  const isWritten = useEditingState((state) => state.readOnly === undefined);
  useEffect(() => (isWritten ? watchSides(editor, title) : undefined), [editor, title, isWritten]);
}

/** Watches until the returned function is called. `title` is the report's title. */
function watchSides(editor: LexicalEditor, title: string): () => void {
  const inTitle = new Set<Side>(findLateralityTerms(title).flatMap(({ sides }) => sides));
  const tally = createLateralityCounts();
  const highlights = createLateralityHighlights();
  let parts: ReadonlyMap<NodeKey, SidePart> = new Map();
  let has: ReadonlySet<SidePart> = new Set();
  const $readBlock = (key: NodeKey, part: SidePart): void => {
    const block = $getNodeByKey(key);
    const lines = block ? $linesOf([block]) : [];
    const words = lines.flatMap((line) => findLateralityTerms(line.text).map((word) => ({ line, word })));
    tally.put(key, { part, sides: words.flatMap(({ word }) => word.sides) });
    const isShown = part !== 'other' || (has.size === 0 && !$isHeadingNode(block));
    const shown = isShown
      ? words.flatMap(({ line, word: { start, end, sides } }) =>
          shownRange(editor, line, start, end).map((range) => ({ sides, range })),
        )
      : [];
    highlights.put(key, part, shown);
  };
  const $readPlaces = (changed: (key: NodeKey) => boolean): void => {
    const before = parts;
    const hadParts = has.size > 0;
    parts = $partsOfBlocks();
    has = new Set([...parts.values()].filter((part) => part !== 'other'));
    const all = hadParts !== has.size > 0;
    for (const key of before.keys()) {
      if (parts.has(key)) continue;
      tally.drop(key);
      highlights.drop(key);
    }
    for (const [key, part] of parts)
      if (all || before.get(key) !== part || changed(key)) $readBlock(key, part);
  };
  const judge = (): void => {
    const mismatches = lateralityMismatches(tally.said(inTitle, has));
    if (setMismatches(mismatches)) highlights.judge(mismatches);
  };
  const readAll = (): void => {
    editor.getEditorState().read(() => $readPlaces(() => true));
    judge();
  };
  const first = requestIdleCallback(readAll, { timeout: 200 });
  const off = editor.registerUpdateListener(({ dirtyElements, dirtyLeaves, editorState }) => {
    if (dirtyElements.size === 0 && dirtyLeaves.size === 0) return;
    editorState.read(() => {
      const isOfHeading = (key: NodeKey) => $isHeadingNode($getNodeByKey(key));
      // Lexical marks the root as changed only when blocks are added, removed or replaced.
      if (dirtyElements.get('root') || [...dirtyElements.keys()].some(isOfHeading)) {
        $readPlaces((key) => dirtyElements.has(key));
      } else {
        for (const key of dirtyElements.keys()) {
          const part = parts.get(key);
          if (part !== undefined) $readBlock(key, part);
        }
      }
    });
    judge();
  });
  return () => {
    cancelIdleCallback(first);
    off();
    highlights.clear();
    setMismatches([]);
  };
}

/** Maps each block of the report, in order, to its section. */
function $partsOfBlocks(): Map<NodeKey, SidePart> {
  const parts = new Map<NodeKey, SidePart>();
  let open: { readonly part: SidePart; readonly level: number } | undefined;
  for (const block of $getRoot().getChildren()) {
    if ($isHeadingNode(block)) {
      const level = Number(block.getTag().slice(1));
      const part = partOfCode($getSectionCode(block));
      if (part !== 'other') open = { part, level };
      else if (open && level <= open.level) open = undefined;
    }
    parts.set(block.getKey(), $isHeadingNode(block) ? 'other' : (open?.part ?? 'other'));
  }
  return parts;
}

function partOfCode(code: string | null): SidePart {
  if (code === FINDINGS_CODE) return 'findings';
  return code === IMPRESSION_CODE ? 'impression' : 'other';
}
