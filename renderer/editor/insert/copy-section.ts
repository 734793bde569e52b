/**
 * Copies sections of a prior exam to the end of the sections of the same name, or creates those sections. Names the prior
 * once in the Comparison. Its measurements become prior values; who was told of its critical result stays with it.
 * Source: clinician's reference, B-i 12.
 */
import { $isListItemNode, $isListNode } from '@lexical/list';
import { $createHeadingNode, $isHeadingNode, type HeadingNode } from '@lexical/rich-text';
import { $isTableNode, $isTableRowNode, type TableNode } from '@lexical/table';
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
import { isCriticalLine } from '#records/reports/critical-line.ts';
import { rootOf } from '#renderer/editor/editing-session/report-text.ts';
import { copiedParts } from '#report/checks/prior/copied-text-checks.ts';
import { $getSectionCode, $setSectionCode } from '#report/nodes/loinc-sections.ts';
import { copySectionAsPrior } from '#report/review/prior/copy-as-prior.ts';
import type { PriorWords } from '#report/review/prior/values-as-prior.ts';
import type { ReportSection } from '#report/review/section-list.ts';
import { sanitiseState } from '#report/state/sanitise-state.ts';
import { findSection } from '#report/state/section-titles.ts';

const COMPARISON_CODE = '18834-2';

interface Copied {
  /** The copied lines, which still need checking. */
  readonly lines: readonly string[];
  /** Number of measured values that found no place. */
  readonly left_out: number;
  /** Number of emptied changes, which compared the prior with an earlier exam. */
  readonly changes: number;
}

/** One undo step. `words`: the Comparison's line, and the report's words for an added column. */
export function copySectionsIntoReport(
  editor: LexicalEditor,
  sections: readonly ReportSection[],
  words: PriorWords & { readonly comparison: string },
): Copied {
  const lines: string[] = [];
  let left_out = 0;
  let changes = 0;
  if (!editor.isEditable()) return { lines, left_out, changes };
  editor.update(
    () => {
      let above: Above | undefined;
      let first: LexicalNode | undefined;
      for (const section of sections) {
        const heading = section.ordinal < 0 ? undefined : $headingFor(section, above);
        if (heading) above = { heading, level: section.level };
        const copied = copySectionAsPrior(section.nodes.slice(heading ? 1 : 0), words);
        left_out += copied.left_out;
        changes += copied.changes;
        const nodes = sanitiseState(rootOf(copied.nodes))
          .state.root.children.map((block) => $parseSerializedNode({ ...block, version: 1 }))
          .filter((node) => !isCriticalLine(node.getTextContent()));
        if (heading) $putAtEndOf(heading, nodes);
        else $getRoot().append(...nodes);
        first ??= nodes[0];
        lines.push(...nodes.flatMap($linesOf).flatMap(copiedParts));
      }
      $addComparisonLine(words.comparison);
      first?.selectStart();
    },
    { discrete: true, tag: HISTORY_PUSH_TAG },
  );
  return { lines, left_out, changes };
}

/** The section written last, and its level. */
interface Above {
  readonly heading: HeadingNode;
  readonly level: number;
}

/** A subsection the report does not have goes below the section it belongs to. */
function $headingFor({ code, title, level }: ReportSection, above: Above | undefined): HeadingNode {
  const known = $findHeading(code, title);
  if (known !== undefined) return known;
  const made = $createSection(code, title, level);
  if (above !== undefined && level > above.level) $putAtEndOf(above.heading, [made]);
  else $getRoot().append(made);
  return made;
}

/** Returns the lines of paragraphs, items and cells of a table, each of which needs to be looked at. */
function $linesOf(node: LexicalNode): string[] {
  if ($isListNode(node)) return node.getChildren().flatMap($linesOf);
  if ($isListItemNode(node) && node.getChildren().some($isListNode))
    return node.getChildren().flatMap($linesOf);
  if ($isHeadingNode(node)) return [];
  if ($isTableNode(node)) return $linesOfTable(node);
  const text = node.getTextContent().trim();
  return text === '' ? [] : [text];
}

/**
 * Returns the words of the cells. Heads and the names of rows are left out, and so are values, because they became
 * prior values.
 */
function $linesOfTable(table: TableNode): string[] {
  const rows = table.getChildren().filter($isTableRowNode);
  const cells = rows.slice(1).flatMap((row) => {
    const all = row.getChildren();
    return all.length === 1 ? all : all.slice(1);
  });
  return cells
    .flatMap((cell) => ($isElementNode(cell) ? cell.getChildren().flatMap($linesOf) : []))
    .filter((line) => /\p{L}/u.test(line) && !/^[\d.,]/.test(line));
}

function $findHeading(code: string | null, title: string): HeadingNode | undefined {
  const headings = $getRoot().getChildren().filter($isHeadingNode);
  const wanted = title.trim().toLowerCase();
  return (
    headings.find((heading) => code !== null && $getSectionCode(heading) === code) ??
    headings.find((heading) => heading.getTextContent().trim().toLowerCase() === wanted)
  );
}

const TAGS = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'] as const;

function $createSection(code: string | null, title: string, level: number): HeadingNode {
  const heading = $createHeadingNode(TAGS[level - 1] ?? 'h2');
  return $setSectionCode(heading, code).append($createTextNode(title));
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
