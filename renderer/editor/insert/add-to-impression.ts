/** Adds proposed sentences as a paragraph at the end of the Impression; creates the Impression if missing. */
import { $isHeadingNode } from '@lexical/rich-text';
import {
  $createParagraphNode,
  $createTextNode,
  $getRoot,
  $isElementNode,
  HISTORY_PUSH_TAG,
  type LexicalEditor,
  type LexicalNode,
} from 'lexical';
import { insertSection } from '#renderer/editor/text/block-actions.ts';
import { placeCaret } from '#renderer/editor/text/caret/focus-report.ts';
import { IMPRESSION_CODE } from '#report/checks/quality-finding.ts';
import { $getSectionCode } from '#report/nodes/loinc-sections.ts';
import { findSection } from '#report/state/section-titles.ts';

/**
 * Adds the sentences and puts the caret after them. A sentence already there is not added twice. `language`
 * is the report's.
 */
export function addToImpression(editor: LexicalEditor, sentences: readonly string[], language: string): void {
  const section = findSection(IMPRESSION_CODE);
  const hasOne = editor.getEditorState().read(() => $impression() !== undefined);
  if (!hasOne && section) insertSection(editor, section, language);
  editor.update(() => undefined, { discrete: true, tag: HISTORY_PUSH_TAG });
  placeCaret(editor, () => {
    const heading = $impression();
    if (!heading) return;
    let last: ReturnType<typeof heading.getNextSibling> = heading;
    for (let next = heading.getNextSibling(); next && !$isHeadingNode(next); next = next.getNextSibling())
      last = next;
    const missing = sentences.filter((sentence) => !$isSaid(heading, sentence));
    if (missing.length === 0) {
      last.selectEnd();
      return;
    }
    const isFree = $isElementNode(last) && last !== heading && last.getTextContent().trim() === '';
    const line = $createParagraphNode().append($createTextNode(missing.join(' ')));
    if (isFree) last.replace(line);
    else last.insertAfter(line);
    line.selectEnd();
  });
}

function $isSaid(heading: LexicalNode, sentence: string): boolean {
  for (let next = heading.getNextSibling(); next && !$isHeadingNode(next); next = next.getNextSibling())
    if (next.getTextContent().includes(sentence)) return true;
  return false;
}

function $impression() {
  return $getRoot()
    .getChildren()
    .filter($isHeadingNode)
    .find((heading) => $getSectionCode(heading) === IMPRESSION_CODE);
}
