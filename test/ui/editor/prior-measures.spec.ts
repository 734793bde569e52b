/** Tests prior measurements: offered, filled in on request, worded in the report's language. */
import { expect, shareVault, test } from '#test/ui/support/fixtures.ts';
import {
  caretAfter,
  openExam,
  report,
  sealExam,
  sealPatient,
  section,
} from '#test/ui/support/report-page.ts';

let patientId: string;

shareVault(async ({ admin, group }) => {
  patientId = await sealPatient(admin, group);
});

const row = (...cells: string[]) => `<tr>${cells.map((text) => `<td><p>${text}</p></td>`).join('')}</tr>`;
const table = (...rows: string[]) => `<table><tbody>${rows.join('')}</tbody></table><p>After.</p>`;

const BEFORE = [
  section(
    '59776-5',
    'Findings',
    table(
      row('Target lesion', 'Baseline, mm', 'Today, mm', 'Change, %'),
      row('1 Nodule', '10', '12', '20.0'),
      row('2 Node', '30', '20', '−33.3'),
      row('Sum of diameters', '40', '32', '−20.0'),
    ),
  ),
  section('19005-8', 'Impression', '<p>Stable.</p>'),
].join('');

const NOW = [
  section(
    '59776-5',
    'Findings',
    table(
      row('Target lesion', 'Baseline, mm', 'Prior, mm', 'Today, mm', 'Change, %'),
      row('1 Nodule', '10', '', '15', ''),
      row('2 Node', '30', '', '', ''),
      row('Sum of diameters', '', '', '', ''),
    ),
  ),
  section('19005-8', 'Impression', '<p>Compared.</p>'),
].join('');

test('the prior column is filled and the change said when asked, never before', async ({ ready, desk }) => {
  const exam = { patient_id: patientId };
  await sealExam(ready.admin, ready.group, {
    ...exam,
    title: 'CT chest before',
    html: BEFORE,
    exam_date: '2026-02-01',
  });
  const id = await sealExam(ready.admin, ready.group, { ...exam, html: NOW, exam_date: '2026-05-12' });
  await openExam(desk, id);
  const rows = report(desk).locator('tr');
  const measures = desk.getByRole('region', { name: 'Measured before' });
  await expect(measures.getByRole('listitem')).toHaveText([
    '1 NoduleLesion 1 (Nodule) has grown from 12 to 15 mm (+25 %).',
    '2 Nodewas 20 mm',
  ]);
  await expect(report(desk)).not.toContainText('grown');
  await measures.getByRole('button', { name: 'Fill 2 prior values' }).click();
  await expect(rows.nth(1)).toHaveText('1 Nodule10121550.0');
  await expect(rows.nth(2)).toHaveText('2 Node3020');
  await expect(measures.getByRole('button', { name: /^Fill/ }), 'there is nothing left to fill').toHaveCount(
    0,
  );
  await measures.getByRole('button', { name: 'Change of 1 Nodule into the Impression' }).click();
  await expect(report(desk)).toBeFocused();
  await desk.keyboard.type(' Progress.');
  await expect(report(desk).locator('h2:has-text("Impression") ~ p')).toHaveText([
    'Compared.',
    'Lesion 1 (Nodule) has grown from 12 to 15 mm (+25 %). Progress.',
  ]);
  // A sentence already present is not inserted twice.
  await measures.getByRole('button', { name: 'Change of 1 Nodule into the Impression' }).click();
  await expect(report(desk)).toBeFocused();
  await expect(report(desk).locator('h2:has-text("Impression") ~ p')).toHaveCount(2);
  await rows.nth(2).locator('td').nth(3).click();
  await desk.keyboard.type('16.5');
  await expect(measures.getByRole('listitem').nth(1)).toContainText(
    'has shrunk from 20 to 16.5 mm (−17.5 %).',
  );
});

test('sections and sentences are in the language of the report', async ({ ready, desk }) => {
  const exam = { patient_id: patientId };
  const id = await sealExam(ready.admin, ready.group, { ...exam, html: NOW, exam_date: '2026-05-13' });
  await openExam(desk, id);
  const sections = () =>
    desk
      .getByRole('toolbar')
      .getByRole('button', { name: /Section or style/ })
      .click();
  await sections();
  await desk.getByRole('menuitem', { name: 'Language of the report: Deutsch' }).click();
  await expect(report(desk)).toHaveAttribute('lang', 'de');
  await sections();
  await desk.getByRole('menuitem', { name: 'New section: Empfehlung' }).click();
  await desk.keyboard.type('Keine.');
  await expect(report(desk).getByRole('heading', { name: 'Empfehlung' })).toBeVisible();
  await caretAfter(desk, 'Compared.');
  await desk.keyboard.press('Control+Enter');
  await expect(desk.getByTestId('report-shell')).toHaveAttribute('data-version-seq', '2');
  const { record } = await ready.admin.exams.get(id);
  expect(record.custom_attributes).toMatchObject({ language: 'de' });
});
