import { buildEditorFromExtensions } from '@lexical/extension';
import { $getRoot, $isElementNode, $isTextNode, type LexicalNode } from 'lexical';
import { describe, expect, test } from 'vitest';
import { insertMeasuredValue } from '#renderer/editor/insert/insert-measured-value.ts';
import { $planMeasured, type MeasuredValue } from '#renderer/editor/insert/plan-measured-value.ts';
import { $isReportFieldNode } from '#report/nodes/field-node.ts';
import { ReportExtension } from '#report/nodes/report-node-set.ts';
import { reportFromHtml } from '#report/pure/build-report-without-dom.ts';
import { withNodeDom } from '#test/support/node-dom.ts';

const LENGTH: MeasuredValue = { value: 26.1, unit: 'mm', label: 'Measured length' };
const ANGLE: MeasuredValue = { value: 122.4, unit: '°', label: 'Measured angle' };
const DENSITY: MeasuredValue = { value: 41.6, unit: 'HU', deviation: 8.2, label: 'Measured density' };

/** Inserts a value where `@` is; returns the report's text, or the reason for a refusal. */
function putAtMark(html: string, measured: MeasuredValue): string {
  return withNodeDom(() => {
    using editor = buildEditorFromExtensions(ReportExtension);
    editor.setEditorState(editor.parseEditorState(reportFromHtml(html).report_lexical));
    editor.update(() => $selectMark($getRoot()), { discrete: true });
    const plan = editor.getEditorState().read(() => $planMeasured(measured), { editor });
    if (plan.into === 'nothing') {
      return plan.reason === 'unit' ? `${plan.target} wants ${plan.wanted}` : plan.reason;
    }
    insertMeasuredValue(editor, measured);
    return editor.getEditorState().read(() =>
      $getRoot()
        .getTextContent()
        .replaceAll(/\s*\n\s*/g, '\n')
        .trim(),
    );
  });
}

function $selectMark(node: LexicalNode): boolean {
  if ($isReportFieldNode(node) && node.getTextContent() === '@') {
    node.select(0, node.getChildrenSize());
    return true;
  }
  if ($isElementNode(node)) return node.getChildren().some($selectMark);
  const at = node.getTextContent().indexOf('@');
  if (at === -1 || !$isTextNode(node)) return false;
  node.spliceText(at, 1, '');
  node.select(at, at);
  return true;
}

const table = (head: string, row = '1', ...more: string[]) =>
  `<table><tr><th>Lesion</th><th>${head}</th></tr><tr><td>${row}</td><td>@</td></tr>${more.join('')}</table>`;

describe('a measured value in a cell', () => {
  test.each([
    ['Size, cm', LENGTH, '2.6'],
    ['Größe (cm)', LENGTH, '2.6'],
    ['Today, mm', LENGTH, '26'],
    ['Size [CM]', LENGTH, '2.6'],
    ['Size', LENGTH, '26\u00A0mm'],
    ['Size, mm or cm', LENGTH, '26\u00A0mm'],
    ['Angle, °', ANGLE, '122'],
    ['Winkel, Grad', ANGLE, '122'],
    ['Angle', ANGLE, '122°'],
    ['Density, HU', DENSITY, '42'],
    ['Dichte (HE)', DENSITY, '42'],
  ])('under %j: %j is written as %j', (head, measured, expected) => {
    expect(putAtMark(table(head), measured).split('\n').at(-1)).toBe(expected);
  });

  test.each([
    ['Today, mm', ANGLE, '1, Today, mm wants mm'],
    ['Size, cm', DENSITY, '1, Size, cm wants cm'],
    ['Angle, °', LENGTH, '1, Angle, ° wants °'],
    ['Area, cm²', LENGTH, '1, Area, cm² wants cm²'],
    ['Volume, ml', LENGTH, '1, Volume, ml wants ml'],
    ['SUV', DENSITY, '1, SUV wants SUV'],
  ])('under %j a value of another kind is refused', (head, measured, expected) => {
    expect(putAtMark(table(head), measured)).toBe(expected);
  });

  test('takes the unit of the row where the column says none, and of the cell where neither does', () => {
    expect(putAtMark(table('Value', 'Diameter, cm'), LENGTH)).toContain('2.6');
    expect(putAtMark(table('Value', 'Angle, °'), LENGTH)).toBe('Angle, °, Value wants °');
    expect(putAtMark(table('Value').replace('@', '@ cm'), LENGTH)).toContain('2.6\u00A0cm');
  });

  test('no angle into a table that computes lengths, whatever its head says', () => {
    const html =
      '<table><tr><th>Lesion</th><th>Prior</th><th>Today</th><th>Change, %</th></tr>' +
      '<tr><td>1</td><td>18</td><td>@</td><td></td></tr><tr><td>Sum</td><td></td><td></td><td></td></tr></table>';
    expect(putAtMark(html, ANGLE)).toBe('1, Today wants mm');
    expect(putAtMark(html.replace('<td>@</td><td></td></tr>', '<td></td><td>@</td></tr>'), LENGTH)).toBe(
      'computed',
    );
  });
});

describe('a measured value in a field or a line', () => {
  const field = (unit: string, after: string, kind = 'number') =>
    `<p>Size <span data-field="f" data-field-label="Size" data-field-kind="${kind}"${unit && ` data-field-unit="${unit}"`}>@</span>${after}</p>`;
  test.each([
    [field('mm', ''), LENGTH, 'Size 26\u00A0mm'],
    [field('cm', ''), LENGTH, 'Size 2.6\u00A0cm'],
    [field('', ' mm in the lobe'), LENGTH, 'Size 26 mm in the lobe'],
    [field('', ' cm', 'text'), LENGTH, 'Size 2.6 cm'],
    [field('mm', ' mm'), LENGTH, 'Size 26 mm'],
    [field('deg', '°'), ANGLE, 'Size 122°'],
    [field('', ''), LENGTH, 'Size 26\u00A0mm'],
    [field('', '', 'text'), DENSITY, 'Size 42 ± 8\u00A0HU'],
    [field('mm', ''), ANGLE, 'Size wants mm'],
    [field('', ' mm', 'text'), ANGLE, 'Size wants mm'],
    [field('HU', ''), LENGTH, 'Size wants HU'],
    ['<p>A nodule of @ mm.</p>', LENGTH, 'A nodule of 26 mm.'],
    ['<p>A nodule of @ cm.</p>', LENGTH, 'A nodule of 2.6 cm.'],
    ['<p>A nodule of @.</p>', LENGTH, 'A nodule of 26\u00A0mm.'],
    ['<p>1,5 cm before, @ now</p>', { ...LENGTH, value: 0.42 }, '1,5 cm before, 0,4\u00A0mm now'],
  ])('%j', (html, measured, expected) => {
    expect(putAtMark(html, measured)).toBe(expected);
  });
});
