/**
 * A value measured on a picture goes where the caret is: into the number or text field there, into the table cell
 * there, else into the line as a field of its own. The focus stays with whoever measured.
 */
import { $isTableCellNode } from '@lexical/table';
import {
  $createParagraphNode,
  $createTextNode,
  $getRoot,
  $getSelection,
  $isRangeSelection,
  type LexicalEditor,
  SKIP_DOM_SELECTION_TAG,
} from 'lexical';
import {
  $allFields,
  $currentField,
  $enterField,
  $fieldFromCaret,
} from '#renderer/editor/fields/field-positions.ts';
import { $computedKeys } from '#renderer/editor/tables/measurement-cells.ts';
import { $cellAround, $tableOfCell } from '#renderer/editor/tables/table-moves.ts';
import { $createReportFieldNode, type ReportFieldNode } from '#report/field-node.ts';

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

/** Whole units, as reports give them; below one, a tenth. */
function reportedValue(value: number, digits = 0): string {
  if (digits > 0) return value.toFixed(digits).replace('-', '−');
  const rounded = Math.abs(value) < 1 ? Math.round(value * 10) / 10 : Math.round(value);
  return String(rounded || 0).replace('-', '−');
}

export function insertMeasuredValue(editor: LexicalEditor, measured: MeasuredValue): void {
  editor.update(() => $insert(measured), { discrete: true, tag: SKIP_DOM_SELECTION_TAG });
}

function $insert(measured: MeasuredValue): void {
  const field = $currentField();
  const text = field ? textFor(field, measured) : undefined;
  if (field && text !== undefined) {
    field.fill(text);
    const next = $fieldFromCaret(1, true);
    if (next) $enterField(next);
    else field.selectNext(0, 0);
    return;
  }
  if (!field && $intoCell(reportedValue(measured.value, measured.digits))) return;
  const made = $createReportFieldNode({
    id: $freeId(),
    label: measured.label,
    kind: measured.deviation === undefined ? 'number' : 'text',
    unit: measured.unit,
  });
  if (field) field.insertAfter(made);
  else ($getSelection() ?? $getRoot().selectEnd()).insertNodes([made]);
  made.fill(inWords(measured));
  made.selectNext(0, 0);
}

function withUnit(value: number, { unit, digits }: MeasuredValue): string {
  return unit === '°' ? `${reportedValue(value)}°` : `${reportedValue(value, digits)}\u00A0${unit}`;
}

/** A mean with its deviation, as words; a number field and a cell take the mean alone. */
function inWords(measured: MeasuredValue): string {
  const { value, deviation, digits } = measured;
  if (deviation === undefined) return withUnit(value, measured);
  return `${reportedValue(value, digits)} ± ${withUnit(deviation, measured)}`;
}

/** What a field may take, in its own unit; undefined where it wants something else. */
function textFor(field: ReportFieldNode, measured: MeasuredValue): string | undefined {
  const { value, unit } = measured;
  const { kind, unit: wanted } = field.getField();
  if (kind === 'text') return inWords(measured);
  if (kind !== 'number') return undefined;
  if (wanted === null || wanted === unit) return withUnit(value, measured);
  if (wanted === 'cm' && unit === 'mm') return `${String(Math.round(value) / 10)}\u00A0cm`;
  return undefined;
}

/** A cell that is not computed takes the number alone: its column says the unit. */
function $intoCell(text: string): boolean {
  const selection = $getSelection();
  if (!$isRangeSelection(selection)) return false;
  const cell = $cellAround(selection.anchor.getNode());
  const table = cell && $tableOfCell(cell);
  if (!$isTableCellNode(cell) || !table || cell.hasHeader() || $computedKeys(table).has(cell.getKey()))
    return false;
  const line = $createParagraphNode().append($createTextNode(text));
  cell.clear();
  cell.append(line);
  line.selectEnd();
  return true;
}

function $freeId(): string {
  const taken = new Set($allFields().map((field) => field.getField().id));
  for (let number = 1; ; number += 1) {
    const id = `measured_${number}`;
    if (!taken.has(id)) return id;
  }
}
