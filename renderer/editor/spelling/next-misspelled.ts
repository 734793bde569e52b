/** Goes from one misspelled word to the next, as known by what the vault was asked. */
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
import { $selectIn } from '#renderer/editor/find/select-words.ts';
import { isMisspelled } from './spelling-cache.ts';
import { $wordsOf } from './watch-spelling.ts';

/** A word where it stands: the browser may tell of a caret of before only after the word was selected. */
export interface Misspelled {
  readonly text: string;
  readonly place: RangeSelection;
}

/** Selects the word at the caret, else the next one after it, else the first. Undefined where none is misspelled. */
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

/** Writes over the word where it was found; nothing where it does not stand there any more. */
export function replaceMisspelled(editor: LexicalEditor, { text, place }: Misspelled, better: string): void {
  editor.update(() => {
    const selection = place.clone();
    const isThere = [selection.anchor, selection.focus].every(({ key }) => $getNodeByKey(key) !== null);
    if (!isThere || selection.getTextContent() !== text) return;
    $setSelection(selection);
    selection.insertText(better);
  });
}
