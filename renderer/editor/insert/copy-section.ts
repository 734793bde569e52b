/**
 * Copies a section of a prior exam to the end of the section of the same name, or creates that section. Names
 * the prior once in the Comparison. Its measurements become prior values.
 * Source: clinician's reference, B-i 12.
 */
import { $isListItemNode, $isListNode } from '@lexical/list';
import { $createHeadingNode, $isHeadingNode, type HeadingNode } from '@lexical/rich-text';
import { $isTableNode } from '@lexical/table';
import {
  $createParagraphNode,
  $createTextNode,
  $getRoot,
  $isElementNode,
  $parseSerializedNode,
  HISTORY_PUSH_TAG,
  type LexicalEditor,
  type LexicalNode,
} from 'lexical';
import { rootOf } from '#renderer/editor/editing-session/report-text.ts';
import { $getSectionCode, $setSectionCode, findSection } from '#report/nodes/section.ts';
import { copySectionAsPrior } from '#report/review/copy-as-prior.ts';
import type { ReportSection } from '#report/review/section-list.ts';
import { sanitiseState } from '#report/state/sanitise-state.ts';

const COMPARISON_CODE = '18834-2';

/** Returns the copied lines, which still need checking. */
export function copySectionIntoReport(
  editor: LexicalEditor,
  section: ReportSection,
  comparisonLine: string,
): string[] {
  const lines: string[] = [];
  if (!editor.isEditable()) return lines;
  editor.update(
    () => {
      const heading =
        $findHeading(section.code, section.title) ?? $appendHeading(section.code, section.title);
      const blocks = sanitiseState(rootOf(copySectionAsPrior(section.nodes.slice(1)))).state.root.children;
      const nodes = blocks.map((block) => $parseSerializedNode({ ...block, version: 1 }));
      $putAtEndOf(heading, nodes);
      $addComparisonLine(comparisonLine);
      nodes[0]?.selectStart();
      lines.push(...nodes.flatMap($linesOf));
    },
    { discrete: true, tag: HISTORY_PUSH_TAG },
  );
  return lines;
}

/** Returns the lines of paragraphs and items. Table values are left out, because they became prior values. */
function $linesOf(node: LexicalNode): string[] {
  if ($isListNode(node)) return node.getChildren().flatMap($linesOf);
  if ($isListItemNode(node) && node.getChildren().some($isListNode))
    return node.getChildren().flatMap($linesOf);
  if ($isTableNode(node) || $isHeadingNode(node)) return [];
  const text = node.getTextContent().trim();
  return text === '' ? [] : [text];
}

function $findHeading(code: string | null, title: string): HeadingNode | undefined {
  const headings = $getRoot().getChildren().filter($isHeadingNode);
  const wanted = title.trim().toLowerCase();
  return (
    headings.find((heading) => code !== null && $getSectionCode(heading) === code) ??
    headings.find((heading) => heading.getTextContent().trim().toLowerCase() === wanted)
  );
}

function $appendHeading(code: string | null, title: string): HeadingNode {
  const heading = $setSectionCode($createHeadingNode('h2'), code).append($createTextNode(title));
  $getRoot().append(heading);
  return heading;
}

function $putAtEndOf(heading: HeadingNode, nodes: readonly LexicalNode[]): void {
  let last: LexicalNode = heading;
  for (let next = heading.getNextSibling(); next && !$isHeadingNode(next); next = next.getNextSibling())
    last = next;
  const isEmptyParagraph = last !== heading && $isElementNode(last) && last.getTextContent().trim() === '';
  for (const node of nodes.toReversed()) last.insertAfter(node);
  if (isEmptyParagraph) last.remove();
}

function $addComparisonLine(line: string): void {
  const comparison =
    $findHeading(COMPARISON_CODE, '') ?? $insertComparison(findSection(COMPARISON_CODE)?.en ?? 'Comparison');
  for (let next = comparison.getNextSibling(); next && !$isHeadingNode(next); next = next.getNextSibling()) {
    if (next.getTextContent().includes(line)) return;
  }
  $putAtEndOf(comparison, [$createParagraphNode().append($createTextNode(line))]);
}

/** Inserts the Comparison before the Findings, the usual order of a report. */
function $insertComparison(title: string): HeadingNode {
  const heading = $setSectionCode($createHeadingNode('h2'), COMPARISON_CODE).append($createTextNode(title));
  const findings = $findHeading('59776-5', '');
  if (findings) findings.insertBefore(heading);
  else $getRoot().append(heading);
  return heading;
}
