/**
 * Computes the place and text for a measured value, as a preview before the key inserts it. A place that
 * states a unit accepts only values in that unit.
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
  /** `mm`, `°`, or the unit of the picture's pixel values. */
  readonly unit: string;
  /** Decimal places for small quantities; undefined for whole units. */
  readonly digits?: number | undefined;
  /** Standard deviation of the pixel values whose mean is `value`. */
  readonly deviation?: number | undefined;
  /** Label of a field created for the value. */
  readonly label: string;
}

interface MeasuredText {
  /** Name of the target; '' for a field created for the value. */
  readonly target: string;
  readonly text: string;
}

export type MeasuredPlan =
  | (MeasuredText & { readonly into: 'field'; readonly field: ReportFieldNode })
  | (MeasuredText & { readonly into: 'cell'; readonly cell: TableCellNode })
  | (MeasuredText & { readonly into: 'line' })
  | { readonly into: 'nothing'; readonly reason: 'unit'; readonly target: string; readonly wanted: string }
  | { readonly into: 'nothing'; readonly reason: 'computed' | 'head' };

/** Unit that a target requires: beside the number already, or to be included with it. */
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

/** Returns the text to insert; undefined if the value does not fit the place. */
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

/** Formats a mean with its deviation and unit. */
function inWords(measured: MeasuredValue): string {
  return $textFor(measured, { beside: undefined, own: undefined }, false) ?? '';
}

/**
 * Returns the unit a field requires. A unit after the field and the field's own must both fit; the reader
 * sees the one after it.
 */
function $wantedByField(field: ReportFieldNode, unitOfColumn: string | undefined): Wanted {
  const { unit, label } = field.getField();
  const after = field
    .getNextSiblings()
    .map((node) => node.getTextContent())
    .join('');
  return { beside: unitBehind(after) ?? unitOfColumn, own: unit ?? statedUnit(label) };
}

/** Returns the unit stated in a cell that waits for a value or already has one. */
function $ownUnit(cell: TableCellNode): string | undefined {
  return unitBehind(cell.getTextContent().replace(/^[\s\d.,+−±_[\]-]+/u, ''));
}

interface TablePlace {
  readonly cell: TableCellNode;
  readonly name: string;
  readonly unit: string | undefined;
  readonly refused: 'computed' | 'head' | undefined;
}

/**
 * Reads the unit from the column's head, else from the row's name. In measurement tables lengths default to
 * millimetres.
 */
function $placeInTable(node: LexicalNode | null): TablePlace | undefined {
  const cell = node && $cellAround(node);
  const table = cell && $tableOfCell(cell);
  if (!$isTableCellNode(cell) || !table) return undefined;
  const rows = $cellRows(table);
  const texts = $textsOf(table);
  const row = rows.findIndex((cells) => cells.some((one) => one.is(cell)));
  const column = rows[row]?.findIndex((one) => one.is(cell)) ?? -1;
  // A table with merged cells has no usable columns.
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

/** Returns the text after the caret in its line. */
function $textBehindCaret(): string {
  const selection = $getSelection();
  if (!$isRangeSelection(selection)) return '';
  const end = selection.isBackward() ? selection.anchor : selection.focus;
  const node = end.getNode();
  if (!$isTextNode(node)) return '';
  const rest = node.getNextSiblings().map((one) => one.getTextContent());
  return node.getTextContent().slice(end.offset) + rest.join('');
}
