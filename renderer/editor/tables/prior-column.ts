/** The measurement tables of the live report beside those of a prior, and what may be taken over from there. */
import { $isTableNode } from '@lexical/table';
import { $getNodeByKey, $getRoot, HISTORY_PUSH_TAG, type LexicalEditor, type NodeKey } from 'lexical';
import type { DecimalMark } from '#report/review/measurements/decimal-mark.ts';
import type { TableTexts } from '#report/review/measurements/measurement-table.ts';
import {
  type LesionPair,
  type PriorFill,
  pairLesions,
  priorFills,
} from '#report/review/measurements/pair-measurements.ts';
import { $cellRows, $markOf, $textsOf, $writeCell } from './measurement-cells.ts';

interface TableFill extends PriorFill {
  readonly table: NodeKey;
  /** What the cell says now. */
  readonly lesion: string;
}

export interface PriorMeasures {
  readonly pairs: readonly LesionPair[];
  readonly fills: readonly TableFill[];
  readonly mark: DecimalMark;
}

/** `earlier`: the tables of the prior. */
export function $priorMeasures(earlier: readonly TableTexts[]): PriorMeasures {
  const tables = $getRoot().getChildren().filter($isTableNode);
  let mark: DecimalMark = '.';
  const found = tables.map((table) => {
    const texts = $textsOf(table);
    const pairs = pairLesions(texts, earlier);
    if (pairs.length > 0) mark = $markOf(texts);
    const fills = priorFills(texts, pairs, mark).map((fill) => ({
      ...fill,
      table: table.getKey(),
      lesion: texts[fill.row]?.[0] ?? '',
    }));
    return { pairs, fills };
  });
  return { pairs: found.flatMap(({ pairs }) => pairs), fills: found.flatMap(({ fills }) => fills), mark };
}

/** One undo step. A cell that was filled meanwhile, or whose row has become another lesion's, stays as it is. */
export function fillPriorColumn(editor: LexicalEditor, { fills }: PriorMeasures): void {
  editor.update(
    () => {
      for (const { table: key, row, column, text, lesion } of fills) {
        const table = $getNodeByKey(key);
        if (!$isTableNode(table)) continue;
        const cells = $cellRows(table)[row];
        const cell = cells?.[column];
        const isSame = cells?.[0]?.getTextContent().trim() === lesion;
        if (cell && isSame && !/[\p{L}\p{N}]/u.test(cell.getTextContent())) $writeCell(cell, text);
      }
    },
    { discrete: true, tag: HISTORY_PUSH_TAG },
  );
}
