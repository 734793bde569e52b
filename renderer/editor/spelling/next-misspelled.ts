/** Moves to the next misspelled word, by the cached results of the spelling check. */
import {
  $getNodeByKey,
  $getRoot,
  $getSelection,
  $isRangeSelection,
  $setSelection,
  type LexicalEditor,
  type RangeSelection,
} from 'lexical';
import type { SpellingLanguage } from '#contract/spelling/routes.ts';
import { $selectIn } from '#renderer/editor/find/select-occurrence.ts';
import { isMisspelled } from './spelling-cache.ts';
import { $wordsOf } from './watch-spelling.ts';

/** A misspelled word with its place, because the browser may report an old caret after selecting. */
export interface Misspelled {
  readonly text: string;
  readonly place: RangeSelection;
}

/**
 * Selects the word at the caret, else the next one after it, else the first. Undefined if none is misspelled.
 */
export function selectMisspelled(
  editor: LexicalEditor,
  language: SpellingLanguage,
  groupId: string,
): Misspelled | undefined {
  let found: Misspelled | undefined;
  editor.update(
    () => {
      const wrong = $getRoot()
        .getChildrenKeys()
        .flatMap($wordsOf)
        .filter(({ text }) => isMisspelled(language, text, groupId));
      const selection = $getSelection();
      const caret = $isRangeSelection(selection) ? selection.anchor : undefined;
      const order = $getRoot().getAllTextNodes();
      const place = order.findIndex((node) => node.getKey() === caret?.key);
      const next = wrong.find(({ line, to }) => {
        const last = line.pieces.findLast(({ start }) => start < to);
        if (last === undefined) return false;
        const at = order.findIndex((node) => node.is(last.node));
        return at > place || (at === place && last.start + (caret?.offset ?? 0) <= to);
      });
      const word = next ?? wrong[0];
      if (word === undefined || !$selectIn(word.line, word.from, word.to)) return;
      const selected = $getSelection();
      if ($isRangeSelection(selected)) found = { text: word.text, place: selected.clone() };
    },
    { discrete: true },
  );
  return found;
}

/** Replaces the word at its place; does nothing if it is no longer there. */
export function replaceMisspelled(editor: LexicalEditor, { text, place }: Misspelled, better: string): void {
  editor.update(() => {
    const selection = place.clone();
    const isThere = [selection.anchor, selection.focus].every(({ key }) => $getNodeByKey(key) !== null);
    if (!isThere || selection.getTextContent() !== text) return;
    $setSelection(selection);
    selection.insertText(better);
  });
}
