/**
 * Underlines misspelled words. A key only marks its block as changed. The block is read once typing pauses
 * and the page is idle; only unknown words are requested.
 */
import {
  $getNodeByKey,
  $getRoot,
  $getSelection,
  $isRangeSelection,
  type LexicalEditor,
  type NodeKey,
} from 'lexical';
import type { SpellingLanguage } from '#contract/spelling/routes.ts';
import { shownRange } from '#renderer/editor/find/line-dom-range.ts';
import { $linesOf, type TextLine } from '#renderer/editor/find/text-lines.ts';
import { wordsToSpellCheck } from '#report/checks/words-to-spell-check.ts';
import { checkWords, isMisspelled, loadIgnored, onIgnoredChanged } from './spelling-cache.ts';

const PAUSE_MS = 400;
/** Longest wait for an idle page. */
const IDLE_WAIT_MAX_MS = 1000;
const HIGHLIGHT = 'spelling';

interface FoundWord {
  readonly line: TextLine;
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

/**
 * Watches until the returned function is called. Without a dictionary or a reachable vault, the browser's own
 * check applies.
 */
export function watchSpelling(
  editor: LexicalEditor,
  language: SpellingLanguage,
  groupId: string,
): () => void {
  const highlight = new Highlight();
  const shown = new Map<NodeKey, readonly StaticRange[]>();
  const touched = new Set<NodeKey>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let lastTouch = 0;
  let isOver = false;
  CSS.highlights.set(HIGHLIGHT, highlight);

  const drop = (key: NodeKey): void => {
    for (const range of shown.get(key) ?? []) highlight.delete(range);
    shown.delete(key);
  };
  const schedule = (ms: number): void => {
    timer ??= setTimeout(() => {
      timer = undefined;
      const rest = lastTouch + PAUSE_MS - performance.now();
      if (rest > 0) schedule(rest);
      else requestIdleCallback(() => void check(), { timeout: IDLE_WAIT_MAX_MS });
    }, ms);
  };
  const touchAll = (): void => {
    editor.getEditorState().read(() => {
      for (const key of $getRoot().getChildrenKeys()) touched.add(key);
    });
    schedule(0);
  };
  async function check(): Promise<void> {
    if (isOver || touched.size === 0) return;
    // Copy the keys, because blocks changed during the request belong to the next check.
    const keys = [...touched];
    touched.clear();
    const words = editor.getEditorState().read(() => keys.flatMap($wordsOf));
    const isAvailable = await checkWords(
      language,
      words.map(({ text }) => text),
    ).catch(() => false);
    if (isOver) return;
    editor.getRootElement()?.setAttribute('spellcheck', String(!isAvailable));
    const isStill = lastTouch + PAUSE_MS <= performance.now();
    if (!isAvailable || !isStill) {
      for (const key of keys) touched.add(key);
      if (isAvailable) schedule(PAUSE_MS);
      return;
    }
    editor.getEditorState().read(() => {
      for (const key of keys) $show(key);
    });
  }
  function $show(key: NodeKey): void {
    drop(key);
    const wrong = $wordsOf(key).filter(({ text }) => isMisspelled(language, text, groupId));
    const ranges = wrong.flatMap((word) => {
      // A word still being typed is not reported.
      if ($isAtCaret(word)) touched.add(key);
      return $isAtCaret(word) ? [] : shownRange(editor, word.line, word.from, word.to);
    });
    if (ranges.length === 0) return;
    for (const range of ranges) highlight.add(range);
    shown.set(key, ranges);
  }
  const offIgnored = onIgnoredChanged(touchAll);
  loadIgnored().catch(() => undefined);
  touchAll();
  const off = editor.registerUpdateListener(({ dirtyElements, dirtyLeaves }) => {
    if (dirtyElements.size > 0 || dirtyLeaves.size > 0) {
      for (const key of dirtyElements.keys()) {
        touched.add(key);
        if (shown.has(key)) drop(key);
      }
      lastTouch = performance.now();
    }
    if (touched.size > 0) schedule(PAUSE_MS);
  });
  return () => {
    isOver = true;
    clearTimeout(timer);
    off();
    offIgnored();
    editor.getRootElement()?.setAttribute('spellcheck', 'true');
    if (CSS.highlights.get(HIGHLIGHT) === highlight) CSS.highlights.delete(HIGHLIGHT);
  };
}

/** Returns the words of a block; none for a removed node or one outside the report. */
export function $wordsOf(key: NodeKey): FoundWord[] {
  const block = $getNodeByKey(key);
  if (block?.getParent()?.getType() !== 'root') return [];
  return $linesOf([block]).flatMap((line) => wordsToSpellCheck(line.text).map((word) => ({ line, ...word })));
}

function $isAtCaret({ line, from, to }: FoundWord): boolean {
  const selection = $getSelection();
  if (!$isRangeSelection(selection) || !selection.isCollapsed()) return false;
  const { key, offset } = selection.anchor;
  const piece = line.pieces.find(({ node }) => node.getKey() === key);
  const at = piece === undefined ? -1 : piece.start + offset;
  return at > from && at <= to;
}
