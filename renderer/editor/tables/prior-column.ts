/** Matches measurement tables of the live report with those of a prior, and fills in the prior values. */
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
  /** Text of the lesion's cell when the values were matched. */
  readonly lesion: string;
}

export interface PriorMeasures {
  readonly pairs: readonly LesionPair[];
  readonly fills: readonly TableFill[];
  readonly mark: DecimalMark;
}

/** Matches the rows; `earlier` are the tables of the prior. */
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

/**
 * Fills the prior values in one undo step. Skips cells filled since the preview and rows that now name another lesion.
 */
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
