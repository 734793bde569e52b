/** A sentence that was asked for, as a paragraph at the end of the Impression; without one it is begun. */
import { $isHeadingNode } from '@lexical/rich-text';
import {
  $createParagraphNode,
  $createTextNode,
  $getRoot,
  $isElementNode,
  HISTORY_PUSH_TAG,
  type LexicalEditor,
} from 'lexical';
import { insertSection } from '#renderer/editor/text/block-acts.ts';
import { placeCaret } from '#renderer/editor/text/focus-report.ts';
import { IMPRESSION_CODE } from '#report/checks/quality-finding.ts';
import { $getSectionCode, findSection } from '#report/section.ts';

/** The caret stands behind it, so that it can be changed at once. `language`: of the report. */
export function putIntoImpression(editor: LexicalEditor, sentence: string, language: string): void {
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
    const isFree = $isElementNode(last) && last !== heading && last.getTextContent().trim() === '';
    const line = $createParagraphNode().append($createTextNode(sentence));
    if (isFree) last.replace(line);
    else last.insertAfter(line);
    line.selectEnd();
  });
}

function $impression() {
  return $getRoot()
    .getChildren()
    .filter($isHeadingNode)
    .find((heading) => $getSectionCode(heading) === IMPRESSION_CODE);
}
