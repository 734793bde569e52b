/** Goes from one misspelled word to the next, as known by what the vault was asked. */
import { $getRoot, $getSelection, $isRangeSelection, type LexicalEditor } from 'lexical';
import type { SpellingLanguage } from '#contract/spelling/routes.ts';
import { $selectIn } from '#renderer/editor/find/select-words.ts';
import { isMisspelled } from './known-words.ts';
import { $wordsOf } from './watch-spelling.ts';

/** Selects the word at the caret, else the next one after it, else the first. Undefined where none is misspelled. */
export function selectMisspelled(
  editor: LexicalEditor,
  language: SpellingLanguage,
  groupId: string,
): string | undefined {
  let found: string | undefined;
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
      if (word !== undefined && $selectIn(word.line, word.from, word.to)) found = word.text;
    },
    { discrete: true },
  );
  return found;
}

/** Writes over the selected word. */
export function replaceSelected(editor: LexicalEditor, text: string): void {
  editor.update(() => {
    const selection = $getSelection();
    if ($isRangeSelection(selection)) selection.insertText(text);
  });
}
