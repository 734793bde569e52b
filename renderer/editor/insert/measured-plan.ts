/**
 * Where a measured value would go, and the resulting text: shown before the key is pressed, and done as shown. A
 * target that states a unit takes the value in that unit or not at all.
 */
import { $isTableCellNode, type TableCellNode } from '@lexical/table';
import { $getSelection, $isRangeSelection, $isTextNode, type LexicalNode } from 'lexical';
import { $currentField } from '#renderer/editor/fields/field-positions.ts';
import { $cellRows, $computedKeys, $markOf, $textsOf } from '#renderer/editor/tables/measurement-cells.ts';
import { $cellAround, $tableOfCell } from '#renderer/editor/tables/table-navigation.ts';
import type { ReportFieldNode } from '#report/nodes/field-node.ts';
import {
  isConvertible,
  plainUnit,
  reportedNumber,
  statedUnit,
  unitBehind,
  withUnit,
} from '#report/review/measurements/measured-unit.ts';
import { isMeasurementTable, measurementShape } from '#report/review/measurements/measurement-table.ts';

export interface MeasuredValue {
  readonly value: number;
  /** `mm`, `°`, or that of the picture's shades. */
  readonly unit: string;
  /** Decimal places of a small quantity; absent: whole units. */
  readonly digits?: number | undefined;
  /** Of the shades `value` is the mean of. */
  readonly deviation?: number | undefined;
  /** Of a field that is made for it. */
  readonly label: string;
}

interface MeasuredText {
  /** What the target is called; '' for a field that is made for the value. */
  readonly target: string;
  readonly text: string;
}

export type MeasuredPlan =
  | (MeasuredText & { readonly into: 'field'; readonly field: ReportFieldNode })
  | (MeasuredText & { readonly into: 'cell'; readonly cell: TableCellNode })
  | (MeasuredText & { readonly into: 'line' })
  | { readonly into: 'nothing'; readonly reason: 'unit'; readonly target: string; readonly wanted: string }
  | { readonly into: 'nothing'; readonly reason: 'computed' | 'head' };

/** The unit at a target: one already beside the number, else one the number must include. */
interface Wanted {
  readonly beside: string | undefined;
  readonly own: string | undefined;
}

export function $planMeasured(measured: MeasuredValue): MeasuredPlan {
  const selection = $getSelection();
  const at = $isRangeSelection(selection) ? selection.anchor.getNode() : null;
  const field = $currentField();
  const place = $placeInTable(field ?? at);
  if (field) {
    const target = field.getField().label || (place?.name ?? '');
    const { kind } = field.getField();
    if (kind !== 'text' && kind !== 'number') return { into: 'line', target: '', text: inWords(measured) };
    const wanted = $wantedByField(field, place?.unit);
    const isBare = kind === 'number';
    const text = $textFor(measured, wanted, isBare);
    return text === undefined ? refusal(target, wanted, measured) : { into: 'field', field, target, text };
  }
  if (place?.refused) return { into: 'nothing', reason: place.refused };
  if (place) {
    const wanted: Wanted = {
      beside: place.unit,
      own: place.unit === undefined ? $ownUnit(place.cell) : undefined,
    };
    const text = $textFor(measured, wanted, true);
    if (text === undefined) return refusal(place.name, wanted, measured);
    return { into: 'cell', cell: place.cell, target: place.name, text };
  }
  const wanted: Wanted = { beside: unitBehind($textBehindCaret()), own: undefined };
  const text = $textFor(measured, wanted, false);
  return text === undefined ? refusal('', wanted, measured) : { into: 'line', target: '', text };
}

function refusal(target: string, { beside, own }: Wanted, { unit }: MeasuredValue): MeasuredPlan {
  const units = [beside, own].filter((one) => one !== undefined);
  const wanted = units.find((one) => !isConvertible(unit, one)) ?? '';
  return { into: 'nothing', reason: 'unit', target, wanted };
}

/** Undefined where the place wants what the value is not. */
function $textFor(measured: MeasuredValue, { beside, own }: Wanted, isBare: boolean): string | undefined {
  const { unit } = measured;
  if ([beside, own].some((wanted) => wanted !== undefined && !isConvertible(unit, wanted))) return undefined;
  const shown = beside ?? own ?? unit;
  const mark = $markOf([]);
  const number = (value: number) => reportedNumber(value, unit, shown, measured.digits).replace('.', mark);
  const mean = number(measured.value);
  const { deviation } = measured;
  const words = deviation === undefined || isBare ? mean : `${mean} ± ${number(deviation)}`;
  if (beside !== undefined && (plainUnit(beside) !== 'SUV' || plainUnit(unit) === 'SUV')) return words;
  return withUnit(words, plainUnit(shown) === 'SUV' ? unit : shown);
}

/** A mean with its deviation, as words, in its own unit. */
function inWords(measured: MeasuredValue): string {
  return $textFor(measured, { beside: undefined, own: undefined }, false) ?? '';
}

/** Of a unit behind the field and the field's own, the reader sees the one behind; both have to fit. */
function $wantedByField(field: ReportFieldNode, unitOfColumn: string | undefined): Wanted {
  const { unit, label } = field.getField();
  const after = field
    .getNextSiblings()
    .map((node) => node.getTextContent())
    .join('');
  return { beside: unitBehind(after) ?? unitOfColumn, own: unit ?? statedUnit(label) };
}

/** A cell that waits with a unit, or holds a value with one, has that unit. */
function $ownUnit(cell: TableCellNode): string | undefined {
  return unitBehind(cell.getTextContent().replace(/^[\s\d.,+−±_[\]-]+/u, ''));
}

interface TablePlace {
  readonly cell: TableCellNode;
  readonly name: string;
  readonly unit: string | undefined;
  readonly refused: 'computed' | 'head' | undefined;
}

/** By the head of the column, else by the name of the row; lengths of a table that computes are millimetres unless it says so. */
function $placeInTable(node: LexicalNode | null): TablePlace | undefined {
  const cell = node && $cellAround(node);
  const table = cell && $tableOfCell(cell);
  if (!$isTableCellNode(cell) || !table) return undefined;
  const rows = $cellRows(table);
  const texts = $textsOf(table);
  const row = rows.findIndex((cells) => cells.some((one) => one.is(cell)));
  const column = rows[row]?.findIndex((one) => one.is(cell)) ?? -1;
  // A table with joined cells has no columns to speak of.
  const isPlain = texts.every((cells) => cells.length === texts[0]?.length);
  const head = row > 0 && isPlain ? (texts[0]?.[column] ?? '') : '';
  const rowName = column > 0 ? (texts[row]?.[0] ?? '') : '';
  const isLength = isMeasurementTable(texts) && measurementShape(texts).columns.includes(column);
  return {
    cell,
    name: [rowName, head].filter(Boolean).join(', '),
    unit: statedUnit(head) ?? (isLength ? 'mm' : statedUnit(rowName)),
    refused: $computedKeys(table).has(cell.getKey()) ? 'computed' : cell.hasHeader() ? 'head' : undefined,
  };
}

/** The text right of the caret in its line. */
function $textBehindCaret(): string {
  const selection = $getSelection();
  if (!$isRangeSelection(selection)) return '';
  const end = selection.isBackward() ? selection.anchor : selection.focus;
  const node = end.getNode();
  if (!$isTextNode(node)) return '';
  const rest = node.getNextSiblings().map((one) => one.getTextContent());
  return node.getTextContent().slice(end.offset) + rest.join('');
}
