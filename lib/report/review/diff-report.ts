/**
 * Computes the difference of two versions of a report for display: blocks aligned, changed text word by word, tables
 * cell by cell. Reads stored (canonical) `report_html`; needs no DOM.
 * Source: clinical-ux.md, B-i 10.
 */
import { buildDocument } from '#report/html/build-blocks.ts';
import { isKnownTag } from '#report/html/html-tags.ts';
import { parseLooseHtml } from '#report/html/parse-loose-html.ts';
import type { Block, TableBlock } from '#report/html/report-tree.ts';
import { textOfHtml } from '#report/plain-text.ts';
import { alignUnits } from './align-units.ts';
import { markWords } from './diff-formatting.ts';
import { type DiffUnit, textOfRow, unitsOfBlocks } from './diff-units.ts';
import { diffWords, type WordPart } from './diff-words.ts';

export interface CellDiff {
  readonly words: readonly WordPart[];
}

export interface RowDiff {
  readonly change: 'same' | 'added' | 'removed' | 'changed';
  readonly cells: readonly CellDiff[];
}

export interface BlockDiff {
  readonly change: 'same' | 'added' | 'removed' | 'changed';
  /** The block to display; for a changed block the later one. */
  readonly unit: DiffUnit;
  /** Word differences, unless the block is a table. */
  readonly words: readonly WordPart[];
  /** Row differences of a table. */
  readonly rows: readonly RowDiff[];
}

export interface ReportDiff {
  readonly blocks: readonly BlockDiff[];
  readonly isSame: boolean;
  readonly addedWords: number;
  readonly removedWords: number;
}

export function diffReports(beforeHtml: string, afterHtml: string): ReportDiff {
  const before = unitsOfBlocks(blocksOf(beforeHtml));
  const after = unitsOfBlocks(blocksOf(afterHtml));
  const blocks = alignUnits(
    before,
    after,
    (unit) => unit.key,
    (unit) => unit.kind,
    (unit) => unit.text,
  ).map(([removed, added]) => diffBlock(removed, added));
  return {
    blocks,
    isSame: blocks.every((block) => block.change === 'same'),
    addedWords: countChanged(blocks, 'added'),
    removedWords: countChanged(blocks, 'removed'),
  };
}

function blocksOf(html: string): Block[] {
  const nodes = parseLooseHtml(html, isKnownTag);
  return buildDocument(nodes ?? [textOfHtml(html)]);
}

function diffBlock(before: DiffUnit | undefined, after: DiffUnit | undefined): BlockDiff {
  const unit = after ?? before;
  if (unit === undefined) throw new TypeError('A pair of blocks needs one of them.');
  const change =
    before === undefined
      ? 'added'
      : after === undefined
        ? 'removed'
        : before.key === after.key
          ? 'same'
          : 'changed';
  if (unit.table !== null) {
    return { change, unit, words: [], rows: diffRows(before?.table ?? null, after?.table ?? null) };
  }
  const words = diffWords(before?.text ?? '', after?.text ?? '');
  return { change, unit, words: markWords(words, before?.runs ?? [], after?.runs ?? []), rows: [] };
}

function diffRows(before: TableBlock | null, after: TableBlock | null): RowDiff[] {
  return alignUnits(before?.rows ?? [], after?.rows ?? [], textOfRow, () => 'row', textOfRow).map(
    ([removed, added]) => {
      const beforeCells = removed === undefined ? [] : textOfRow(removed).split('\t');
      const afterCells = added === undefined ? [] : textOfRow(added).split('\t');
      const width = Math.max(beforeCells.length, afterCells.length);
      const cells = Array.from({ length: width }, (_, column) => ({
        words: diffWords(beforeCells[column] ?? '', afterCells[column] ?? ''),
      }));
      const isSame = cells.every((cell) => cell.words.every((word) => word.change === 'same'));
      const change =
        removed === undefined ? 'added' : added === undefined ? 'removed' : isSame ? 'same' : 'changed';
      return { change, cells };
    },
  );
}

function countChanged(blocks: readonly BlockDiff[], change: 'added' | 'removed'): number {
  let words = 0;
  const count = (parts: readonly WordPart[]): void => {
    for (const part of parts)
      if (part.change === change) words += part.text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
  };
  for (const block of blocks) {
    count(block.words);
    for (const row of block.rows) for (const cell of row.cells) count(cell.words);
  }
  return words;
}
