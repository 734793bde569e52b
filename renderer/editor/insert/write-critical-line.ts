/**
 * Writes the communication of a critical result into the report: at the end of the Impression, else of the text.
 * Replaces the line written for an earlier record of it.
 */
import { $isHeadingNode, type HeadingNode } from '@lexical/rich-text';
import {
  $createParagraphNode,
  $createTextNode,
  $getRoot,
  $isParagraphNode,
  HISTORY_PUSH_TAG,
  type LexicalEditor,
  type LexicalNode,
} from 'lexical';
import { IMPRESSION_CODE } from '#report/checks/quality-finding.ts';
import { $getSectionCode } from '#report/nodes/loinc-sections.ts';

/** `earlier` are the lines to replace; without a `line` they are removed. */
export function writeCriticalLine(
  editor: LexicalEditor,
  earlier: readonly string[],
  line: string | undefined,
): void {
  if (!editor.isEditable()) return;
  editor.update(
    () => {
      const paragraphs = $getRoot().getChildren().filter($isParagraphNode);
      const isOf = (texts: readonly string[]) => (node: LexicalNode) =>
        texts.includes(node.getTextContent().trim());
      const [first, ...others] = paragraphs.filter(isOf(earlier));
      for (const other of others) other.remove();
      if (line === undefined) {
        first?.remove();
        return;
      }
      if (paragraphs.filter((node) => node.isAttached()).some(isOf([line]))) return;
      const written = $createParagraphNode().append($createTextNode(line));
      if (first) first.replace(written);
      else $append(written);
    },
    { discrete: true, tag: HISTORY_PUSH_TAG },
  );
}

function $append(written: LexicalNode): void {
  const last = $lastOf($impression());
  if (last === null) $getRoot().append(written);
  else if ($isParagraphNode(last) && last.getTextContent().trim() === '') last.replace(written);
  else last.insertAfter(written);
}

function $impression(): HeadingNode | undefined {
  return $getRoot()
    .getChildren()
    .filter($isHeadingNode)
    .find((heading) => $getSectionCode(heading) === IMPRESSION_CODE);
}

/** Last block of a section; of the whole text without one. */
function $lastOf(heading: HeadingNode | undefined): LexicalNode | null {
  if (heading === undefined) return $getRoot().getLastChild();
  let last: LexicalNode = heading;
  for (let next = heading.getNextSibling(); next && !$isHeadingNode(next); next = next.getNextSibling())
    last = next;
  return last;
}
