/** Signing: the gate, what blocks and what warns, and what may still be done to a final report. */
import type { Page } from '@playwright/test';
import { expect, shareVault, test } from '../support/fixtures.ts';
import {
  atVersion,
  caretAfter,
  field,
  openExam,
  report,
  saveState,
  sealExam,
  sealPatient,
  section,
} from '../support/report-page.ts';

let patientId: string;

shareVault(async ({ admin, group }) => {
  patientId = await sealPatient(admin, group);
});

const OPEN_FIELDS = [
  section('59776-5', 'Findings', `<p>Effusion on the ${field('side', 'Side', { completion: 'alert' })}.</p>`),
  section(
    '19005-8',
    'Impression',
    `<p>${field('category', 'Response category', { completion: 'prohibit' })} of disease.</p>`,
  ),
].join('');

const gate = (page: Page) => page.getByRole('complementary', { name: 'Sign as final' });

test('an unfilled field that a template demands blocks; Enter jumps to it; filled, it signs', async ({
  ready,
  desk,
}) => {
  const id = await sealExam(ready.admin, ready.group, { html: OPEN_FIELDS });
  await openExam(desk, id);
  await report(desk).click();
  await desk.keyboard.press('Control+Shift+Enter');
  await expect(gate(desk)).toContainText('The report becomes version 2, signed by Dr A. Roe.');
  const blocking = gate(desk).getByRole('listbox', { name: 'Blocks signing' }).getByRole('option');
  await expect(blocking).toHaveText([/Response category is not filled/]);
  await expect(gate(desk).getByRole('listbox', { name: 'Please check' })).toContainText('Side is not filled');
  const sign = gate(desk).getByRole('button', { name: 'Sign as final' });
  await expect(sign).toHaveAttribute('aria-disabled', 'true');
  await expect(desk.getByRole('button', { name: 'Sign as final' })).toHaveCount(1);
  await expect(blocking.first()).toBeFocused();
  await desk.keyboard.press('Enter');
  await expect(report(desk)).toBeFocused();
  await desk.keyboard.type('Partial response');
  await expect(gate(desk).getByRole('listbox', { name: 'Blocks signing' })).toHaveCount(0);
  await desk.keyboard.press('Control+Shift+Enter');
  await atVersion(desk, 2);
  await expect(saveState(desk)).toContainText(/Signed as final by Dr A. Roe at \d\d:\d\d, version 2/);
  await expect(report(desk)).toHaveAttribute('aria-readonly', 'true');
  await expect(desk.getByRole('button', { name: 'Seal version' })).toHaveCount(0);
  const { record } = await ready.admin.exams.get(id);
  expect(record.custom_attributes).toMatchObject({ report: { status: 'final', signed_by: 'Dr A. Roe' } });
});

test('the checks warn of sides, organs, units, zeros, placeholders and future dates', async ({
  ready,
  desk,
}) => {
  const html = [
    section('59776-5', 'Findings', '<p>Nodule in the left lobe, .6 cm. Prostate enlarged, diameter 12.</p>'),
    section('19005-8', 'Impression', '<p>Right lobe lesion [size].</p>'),
  ].join('');
  const id = await sealExam(ready.admin, ready.group, {
    html,
    patient_id: patientId,
    exam_date: '2099-01-01',
    title: 'CT chest',
  });
  await openExam(desk, id);
  await desk.getByRole('button', { name: 'Sign as final' }).click();
  const checks = gate(desk).getByRole('listbox', { name: 'Please check' });
  for (const words of [
    'Left or right?',
    'Sex and organ words do not agree',
    'A leading zero is missing',
    'A measure has no unit',
    'A placeholder is left in the text',
    'The exam date is in the future',
    'Finding without a word in the Impression',
  ]) {
    await expect(checks).toContainText(words);
  }
  await expect(gate(desk).getByRole('button', { name: 'Sign as final' })).not.toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await desk.keyboard.press('Escape');
  await expect(gate(desk)).toHaveCount(0);
});

test('an addendum leaves the signed text as it is and adds a dated block', async ({ ready, desk }) => {
  const id = await sealExam(ready.admin, ready.group, { status: 'final' });
  const before = await ready.admin.exams.get(id);
  await openExam(desk, id);
  await expect(report(desk)).toHaveAttribute('aria-readonly', 'true');
  await desk.getByRole('button', { name: 'Add addendum' }).click();
  await expect(saveState(desk)).toContainText('the signed text above stays as it is');
  await report(desk).click();
  await desk.keyboard.press('Control+End');
  await desk.keyboard.type('Rib fracture seen on review.');
  await desk.keyboard.press('Control+Enter');
  await atVersion(desk, 2);
  const after = await ready.admin.exams.get(id);
  const blocks = (text: string | null): unknown[] => JSON.parse(text ?? '').root.children;
  const old = blocks(before.record.report_lexical);
  expect(blocks(after.record.report_lexical).slice(0, old.length)).toEqual(old);
  expect(after.record.report_html).toContain('Rib fracture seen on review.');
  expect(after.record.report_html).toMatch(/<h2>Addendum, \d+ \w+ \d{4} \d\d:\d\d, Dr A. Roe<\/h2>/);
  expect(after.record.custom_attributes).toMatchObject({ report: { status: 'appended' } });
  await expect(desk.getByRole('region', { name: 'Patient' })).toContainText('Addendum added');
});

test('amending wants a reason, which is sealed with the amended version', async ({ ready, desk }) => {
  const id = await sealExam(ready.admin, ready.group, { status: 'final' });
  await openExam(desk, id);
  await desk.getByRole('button', { name: 'Amend' }).click();
  const dialog = desk.getByRole('dialog', { name: 'Amend a final report' });
  await dialog.getByRole('button', { name: 'Open for amending' }).click();
  await expect(dialog).toContainText('Say why in a few words.');
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Side was wrong');
  await desk.keyboard.press('Enter');
  await expect(saveState(desk)).toContainText('Amending: Side was wrong');
  await caretAfter(desk, 'Lungs clear.');
  await desk.keyboard.type(' Corrected side.');
  await desk.keyboard.press('Control+Enter');
  await atVersion(desk, 2);
  const { record } = await ready.admin.exams.get(id);
  expect(record.report_html).toContain('Corrected side.');
  expect(record.custom_attributes).toMatchObject({
    report: { status: 'amended', amend_reason: 'Side was wrong' },
  });
});

test('a critical result stays open until all six entries are there', async ({ ready, desk }) => {
  const id = await sealExam(ready.admin, ready.group);
  await openExam(desk, id);
  await desk.getByRole('button', { name: 'Critical result: none recorded' }).click();
  const dialog = desk.getByRole('dialog', { name: 'Critical result' });
  await dialog.getByRole('textbox', { name: 'Finding' }).fill('Tension pneumothorax');
  await dialog.getByRole('textbox', { name: 'Found at' }).fill('2026-05-12 09:00');
  await dialog.getByRole('button', { name: 'Record' }).click();
  await desk.getByRole('button', { name: 'Critical result: overdue' }).click();
  await dialog.getByRole('textbox', { name: 'Told whom' }).fill('Dr Stand');
  await dialog.getByRole('textbox', { name: 'Told at' }).fill('2026-05-12 09:10');
  await dialog.getByText('Read back by the receiver').click();
  await dialog.getByRole('button', { name: 'Record' }).click();
  await expect(desk.getByRole('button', { name: /Critical result: told Dr Stand/ })).toBeVisible();
  await report(desk).click();
  await desk.keyboard.press('Control+Enter');
  await atVersion(desk, 2);
  expect((await ready.admin.exams.get(id)).record.custom_attributes).toMatchObject({
    critical_result: { finding: 'Tension pneumothorax', told_whom: 'Dr Stand', read_back: true },
  });
});
