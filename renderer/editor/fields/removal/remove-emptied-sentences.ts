/**
 * Removes the sentences in which a value of today is empty beside the prior's. A line or item that was only such a sentence
 * goes with it; a table cell stays, empty. One undo step restores all of them.
 */
import {
  $isElementNode,
  $isLineBreakNode,
  $isTextNode,
  HISTORY_PUSH_TAG,
  type LexicalEditor,
  type LexicalNode,
} from 'lexical';
import { $allFields } from '#renderer/editor/fields/field-positions.ts';
import { isEmptyToday } from '#report/checks/field-checks.ts';
import type { ReportFieldNode } from '#report/nodes/field-node.ts';
import { isOfToday } from '#report/review/prior/value-of-today.ts';
import { sentencesOf } from '#report/review/sentences.ts';

export function removeEmptiedSentences(editor: LexicalEditor): void {
  editor.update(
    () => {
      for (const field of $allFields()) if (field.isAttached() && $isEmptied(field)) $removeSentence(field);
    },
    { discrete: true, tag: HISTORY_PUSH_TAG },
  );
}

function $isEmptied(field: ReportFieldNode): boolean {
  const next = field.getNextSibling();
  const meta = field.getField();
  if (!isOfToday(meta, $isTextNode(next) ? next.getTextContent() : '')) return false;
  return isEmptyToday({ ...meta, text: field.getTextContent(), ordinal: 0, of_today: true });
}

function $removeSentence(field: ReportFieldNode): void {
  const line = field.getParent();
  if (line === null) return;
  const parts = $partsAround(field);
  const whole = parts.map((part) => part.getTextContent()).join('');
  let before = 0;
  for (const part of parts) {
    if (part.is(field)) break;
    before += part.getTextContentSize();
  }
  const sentence = sentencesOf(whole).find(({ to }) => before < to);
  if (sentence === undefined) return;
  let at = 0;
  for (const part of parts) {
    const [text, start] = [part.getTextContent(), at];
    at += text.length;
    const [from, to] = [Math.max(sentence.from - start, 0), Math.min(sentence.to - start, text.length)];
    if (from >= to) continue;
    if ($isTextNode(part) && to - from < text.length) part.spliceText(from, to - from, '');
    else part.remove();
  }
  const isCell = line.getParent()?.getType() === 'tablecell';
  const isBare = line.getTextContent().trim() === '' && $isElementNode(line);
  if (isBare && !isCell && !line.isInline()) line.remove();
}

/** The field and what is beside it, up to a line break or a nested list. */
function $partsAround(field: ReportFieldNode): LexicalNode[] {
  const isEnd = (node: LexicalNode) => $isLineBreakNode(node) || ($isElementNode(node) && !node.isInline());
  const before = field.getPreviousSiblings();
  const after = field.getNextSiblings();
  const start = before.findLastIndex(isEnd) + 1;
  const end = after.findIndex(isEnd);
  return [...before.slice(start), field, ...(end === -1 ? after : after.slice(0, end))];
}
