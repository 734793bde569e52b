/**
 * Removes the sentences in which a value of today is empty beside the prior's. A line or item that was only such a sentence
 * goes with it; a table cell stays, empty. One undo step restores all of them. A sentence that holds more, or whose end is
 * not certain, is left, and its empty field selected.
 */
import {
  $isElementNode,
  $isLineBreakNode,
  $isTextNode,
  HISTORY_PUSH_TAG,
  type LexicalEditor,
  type LexicalNode,
} from 'lexical';
import { $allFields, $checkedField, $enterField } from '#renderer/editor/fields/field-positions.ts';
import {
  type Beside,
  type EmptiedSentence,
  emptiedSentences,
  type LinePart,
} from '#report/checks/prior/emptied-sentences.ts';
import { $isReportFieldNode, type ReportFieldNode } from '#report/nodes/field-node.ts';

/** Numbers of sentences: those the act removes, and those it leaves. */
interface Emptied {
  readonly removable: number;
  readonly left: number;
}

export function countEmptiedSentences(editor: LexicalEditor): Emptied {
  const all = editor.getEditorState().read(() => $emptiedLines().flatMap(({ sentences }) => sentences));
  const removable = all.filter(({ isRemovable }) => isRemovable).length;
  return { removable, left: all.length - removable };
}

export function removeEmptiedSentences(editor: LexicalEditor): void {
  editor.update(
    () => {
      const lines = $emptiedLines();
      for (const { parts, sentences } of lines)
        for (const sentence of sentences.toReversed()) if (sentence.isRemovable) $remove(parts, sentence);
      $selectFirstLeft(lines);
    },
    { discrete: true, tag: HISTORY_PUSH_TAG },
  );
}

interface EmptiedLine {
  /** The nodes of the line, up to a line break or a nested list. */
  readonly parts: readonly LexicalNode[];
  readonly sentences: readonly EmptiedSentence[];
}

function $emptiedLines(): EmptiedLine[] {
  const seen = new Set<string>();
  return $allFields().flatMap((field): EmptiedLine[] => {
    const [parts, beside] = $partsAround(field);
    const key = parts[0]?.getKey() ?? '';
    if (seen.has(key)) return [];
    seen.add(key);
    const isInside = field.getParent()?.isInline() === true;
    const sentences = emptiedSentences(parts.map($linePart), beside).map((sentence) =>
      isInside ? { ...sentence, isRemovable: false } : sentence,
    );
    return sentences.length === 0 ? [] : [{ parts, sentences }];
  });
}

function $linePart(node: LexicalNode): LinePart {
  const text = node.getTextContent();
  if ($isReportFieldNode(node)) return { kind: 'field', text, field: $checkedField(node) };
  return { kind: $isTextNode(node) ? 'text' : 'other', text };
}

function $remove(parts: readonly LexicalNode[], sentence: EmptiedSentence): void {
  const line = parts[0]?.getParent();
  let at = 0;
  // Sentences are removed from the last, so the positions before still hold; parts already removed were behind.
  for (const part of parts) {
    if (!part.isAttached()) continue;
    const [text, start] = [part.getTextContent(), at];
    at += text.length;
    const [from, to] = [Math.max(sentence.from - start, 0), Math.min(sentence.to - start, text.length)];
    if (from >= to) continue;
    if ($isTextNode(part) && to - from < text.length) part.spliceText(from, to - from, '');
    else part.remove();
  }
  if (!$isElementNode(line)) return;
  const isCell = line.getParent()?.getType() === 'tablecell';
  const isBare = line.getTextContent().trim() === '';
  if (isBare && !isCell && !line.isInline()) line.remove();
}

function $selectFirstLeft(lines: readonly EmptiedLine[]): void {
  for (const { parts, sentences } of lines) {
    const left = sentences.find(({ isRemovable }) => !isRemovable);
    const field = left === undefined ? undefined : parts[left.part];
    if ($isReportFieldNode(field)) {
      $enterField(field);
      return;
    }
  }
}

/** The field and what is beside it, up to a line break or a nested list, and the text beyond a line break. */
function $partsAround(field: ReportFieldNode): [LexicalNode[], Beside] {
  const isEnd = (node: LexicalNode) => $isLineBreakNode(node) || ($isElementNode(node) && !node.isInline());
  const [before, after] = [field.getPreviousSiblings(), field.getNextSiblings()];
  const start = before.findLastIndex(isEnd);
  const end = after.findIndex(isEnd);
  const parts = [...before.slice(start + 1), field, ...(end === -1 ? after : after.slice(0, end))];
  const textBeyond = (edge: LexicalNode | undefined, beyond: LexicalNode | null) =>
    $isLineBreakNode(edge) ? (beyond?.getTextContent() ?? '') : '';
  return [
    parts,
    {
      before: textBeyond(before[start], before[start]?.getPreviousSibling() ?? null),
      after: textBeyond(after[end], after[end]?.getNextSibling() ?? null),
    },
  ];
}
