/**
 * Inserts a value measured on a picture at the caret: into a number or text field, a table cell, else as a
 * new field. The focus stays with the picture.
 */
import {
  $createParagraphNode,
  $createTextNode,
  $getRoot,
  $getSelection,
  type LexicalEditor,
  SKIP_DOM_SELECTION_TAG,
} from 'lexical';
import {
  $allFields,
  $currentField,
  $enterField,
  $fieldFromCaret,
} from '#renderer/editor/fields/field-positions.ts';
import { $createReportFieldNode, type ReportFieldNode } from '#report/nodes/field-node.ts';
import { $nameFigureBehind, type FigureWords, type FramePlace } from './figure-numbers.ts';
import { $planMeasured, type MeasuredValue } from './plan-measured-value.ts';

/** Frame on which the value was measured, to name its figure. */
interface MeasuredOn {
  readonly place: FramePlace;
  readonly name: FigureWords;
}

export function insertMeasuredValue(editor: LexicalEditor, measured: MeasuredValue, on?: MeasuredOn): void {
  const insert = () => {
    const made = $insert(measured);
    if (made && on) $nameFigureBehind(editor, made.getKey(), on.place, on.name);
  };
  editor.update(insert, { discrete: true, tag: SKIP_DOM_SELECTION_TAG });
}

/** Inserts the value and returns the field created for it within a line. */
function $insert(measured: MeasuredValue): ReportFieldNode | undefined {
  const plan = $planMeasured(measured);
  if (plan.into === 'nothing') return undefined;
  if (plan.into === 'field') {
    $fillAndGoOn(plan.field, plan.text);
    return undefined;
  }
  if (plan.into === 'cell') {
    const line = $createParagraphNode().append($createTextNode(plan.text));
    plan.cell.clear();
    plan.cell.append(line);
    line.selectEnd();
    return undefined;
  }
  const made = $createReportFieldNode({
    id: $freeId(),
    label: measured.label,
    kind: measured.deviation === undefined ? 'number' : 'text',
    // Leave the unit out of the field if the text after it states the unit.
    unit: plan.text.endsWith(measured.unit) ? measured.unit : null,
  });
  const field = $currentField();
  if (field) field.insertAfter(made);
  else ($getSelection() ?? $getRoot().selectEnd()).insertNodes([made]);
  made.fill(plan.text);
  made.selectNext(0, 0);
  return made;
}

function $fillAndGoOn(field: ReportFieldNode, text: string): void {
  field.fill(text);
  const next = $fieldFromCaret(1, true);
  if (next) $enterField(next);
  else field.selectNext(0, 0);
}

function $freeId(): string {
  const taken = new Set($allFields().map((field) => field.getField().id));
  for (let number = 1; ; number += 1) {
    const id = `measured_${number}`;
    if (!taken.has(id)) return id;
  }
}
