/**
 * Tests follow-ups and critical results: recorded in the report, due in the worklist, closed only by an exam or a
 * reason.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { VaultClient } from '#sdk/client.ts';
import { expect, goTo, test } from './support/fixtures.ts';
import { openExam, report } from './support/report-page.ts';

/** Returns the page's date, independent of the machine's time zone; `days` are calendar days. */
const dayFromNow = (days: number) => {
  const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin' }).format(new Date());
  return new Date(Date.parse(today) + days * 86_400_000).toISOString().slice(0, 10);
};
const grid = (page: Page) => page.getByRole('grid', { name: 'Follow-ups' });
const rows = (page: Page) => grid(page).locator('[role="row"][aria-selected]');
const panel = (page: Page) => page.getByRole('complementary', { name: 'Follow-up' });

async function makeExam(
  admin: VaultClient,
  group: string,
  attributes: Record<string, unknown> | null = null,
) {
  const patient = await admin.patients.create({
    security_group_id: group,
    record: { display_name: 'Kastellan, Mirela', birth_date: '1961-03-14', biological_sex: 'female' },
  });
  const patient_id = patient.index.document_id;
  const record = {
    title: 'CT chest',
    modality: 'CT',
    exam_date: dayFromNow(-90),
    report_html: '<h2 data-section-code="19005-8">Impression</h2><p>Stable disease.</p>',
    custom_attributes: attributes,
  };
  const exam = await admin.exams.create({ security_group_id: group, patient_id, record });
  return { patient_id, id: exam.index.document_id };
}

const followUp = (due: string) => ({
  follow_up_id: 'f1',
  text: 'CT in 3 months, nodule of 7 mm',
  due,
  whose: 'Dr A. Roe',
  made_by: 'Dr A. Roe',
  made_at: '2026-01-01T10:00:00.000Z',
  moved: [],
  done: null,
});

test('a follow-up recorded in the report stands in the worklist on its day and leaves by a linked exam', async ({
  ready,
  vault,
  desk,
}) => {
  const { id, patient_id } = await makeExam(ready.admin, ready.group);
  await openExam(desk, id);
  await desk.getByRole('button', { name: 'Follow-up: none' }).click();
  const dialog = desk.getByRole('dialog', { name: 'Follow-up' });
  await dialog.getByRole('button', { name: 'Record follow-up' }).click();
  await expect(dialog.getByText('Say what is recommended.')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'What and why' }).fill('Follow-up CT, zirconium nodule');
  await dialog.getByRole('textbox', { name: 'Due' }).fill(dayFromNow(0));
  await dialog.getByRole('button', { name: 'Record follow-up' }).click();
  await expect(dialog).toBeHidden();
  await report(desk).click();
  await desk.keyboard.press('Control+Enter');
  await expect(desk.getByText(/Sealed as version 2/)).toBeVisible();

  await goTo(desk, 'worklist');
  await desk.getByRole('link', { name: '1 follow-up due' }).click();
  await expect(grid(desk)).toBeFocused();
  await expect(rows(desk)).toHaveCount(1);
  await expect(rows(desk)).toContainText(/Due today.*Kastellan, Mirela.*zirconium nodule.*CT chest.*today/);
  await expect(panel(desk)).toContainText('No later exam of this patient.');
  await panel(desk).getByRole('button', { name: 'Done for this reason' }).click();
  await expect(panel(desk).getByRole('alert')).toHaveText('Without an exam, a reason is needed.');
  await expect(rows(desk)).toContainText('Due today');

  const next = await ready.admin.exams.create({
    security_group_id: ready.group,
    patient_id,
    record: { title: 'CT chest, follow-up', modality: 'CT', exam_date: dayFromNow(0) },
  });
  await expect(rows(desk)).toContainText('Exam found');
  await panel(desk).getByRole('button', { name: 'Done by this exam' }).click();
  await expect(rows(desk)).toContainText(/Done by exam.*by CT chest, follow-up/);
  const { record } = await ready.admin.exams.get(id);
  expect(record.custom_attributes).toMatchObject({
    follow_ups: [
      { text: 'Follow-up CT, zirconium nodule', done: { exam_id: next.index.document_id, reason: null } },
    ],
  });
  await goTo(desk, 'worklist');
  await expect(desk.getByRole('grid', { name: 'Exams' })).toBeVisible();
  await expect(desk.getByRole('link', { name: /follow-up due/ })).toHaveCount(0);

  const stored = await filesOf(vault.dataDir);
  expect(stored.length).toBeGreaterThan(0);
  for (const { name, bytes } of stored) expect(bytes.includes('zirconium'), name).toBe(false);
});

async function filesOf(folder: string) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return Promise.all(
    files.map(async (entry) => {
      const name = join(entry.parentPath, entry.name);
      return { name, bytes: await readFile(name) };
    }),
  );
}

test('one that is late says by how much, is put off with the day before kept, and leaves for a reason', async ({
  ready,
  desk,
}) => {
  const { id } = await makeExam(ready.admin, ready.group, { follow_ups: [followUp(dayFromNow(-12))] });
  await goTo(desk, 'worklist/follow-ups');
  await expect(rows(desk)).toContainText(/12 days over.*nodule of 7 mm/);
  await expect(panel(desk)).toContainText('Stable disease.');
  await panel(desk).getByRole('button', { name: 'Move the date' }).click();
  const dialog = desk.getByRole('dialog', { name: 'Move the date' });
  await dialog.getByRole('button', { name: '1 week' }).click();
  await dialog.getByRole('button', { name: 'Move', exact: true }).click();
  await expect(dialog).toHaveCount(0);
  await expect(rows(desk)).toContainText('Planned');
  await expect(desk.getByText(/Nothing is due until/)).toBeVisible();
  await expect(panel(desk)).toContainText(/Moved from/);
  await panel(desk).getByRole('combobox', { name: 'Or done for a reason' }).fill('was told and declined');
  await desk.keyboard.press('Enter');
  await expect(rows(desk)).toContainText(/Done, reason.*was told and declined/);
  await panel(desk).getByRole('button', { name: 'Open again' }).click();
  await expect(rows(desk)).toContainText('Planned');
  const { record } = await ready.admin.exams.get(id);
  expect(record.custom_attributes).toMatchObject({
    follow_ups: [{ due: dayFromNow(7), moved: [{ from: dayFromNow(-12), to: dayFromNow(7) }], done: null }],
  });
  expect(record.report_html).toContain('Stable disease.');
});

test('a critical result nobody was told of is overdue in red, also of a signed report, until who was told is recorded', async ({
  ready,
  desk,
}) => {
  const { id } = await makeExam(ready.admin, ready.group, {
    report: { status: 'final', signed_by: 'Dr A. Roe' },
    critical_result: { category: 'red', finding: 'Pulmonary embolism', found_at: '2026-05-12T09:00:00.000Z' },
  });
  await goTo(desk, 'worklist');
  await desk.getByRole('link', { name: '1 critical result not told' }).click();
  const critical = desk
    .getByRole('grid', { name: 'Critical results' })
    .locator('[role="row"][aria-selected]');
  await expect(critical).toContainText(/Critical, not told.*Pulmonary embolism/);
  await panel(desk).getByRole('button', { name: 'Record who was told' }).click();
  const dialog = desk.getByRole('dialog', { name: 'Critical result' });
  await dialog.getByLabel('Told whom').fill('Dr Stand');
  await dialog.getByRole('textbox', { name: 'Told at' }).fill('2026-05-12 11:10');
  await dialog.getByText('Read back by the receiver').click();
  await dialog.getByRole('button', { name: 'Record' }).click();
  await expect(dialog).toBeHidden();
  await expect(desk.getByText('Everybody who must know was told.')).toBeVisible();
  const { record } = await ready.admin.exams.get(id);
  expect(record.custom_attributes).toMatchObject({
    report: { status: 'final', signed_by: 'Dr A. Roe' },
    critical_result: { told_whom: 'Dr Stand', read_back: true },
  });
});

test('a follow-up of a signed report is sealed at once, and the signed text stays as it is', async ({
  ready,
  desk,
}) => {
  const { id } = await makeExam(ready.admin, ready.group, {
    report: { status: 'final', signed_by: 'Dr A. Roe' },
  });
  await openExam(desk, id);
  await desk.getByRole('button', { name: 'Follow-up: none' }).click();
  const dialog = desk.getByRole('dialog', { name: 'Follow-up' });
  await dialog.getByRole('textbox', { name: 'What and why' }).fill('MR of the liver');
  await dialog.getByRole('button', { name: '3 months' }).click();
  await dialog.getByRole('button', { name: 'Record follow-up' }).click();
  await expect(desk.getByRole('button', { name: /^Follow-up: \d/ })).toBeVisible();
  const { record } = await ready.admin.exams.get(id);
  expect(record.custom_attributes).toMatchObject({
    report: { status: 'final', signed_by: 'Dr A. Roe' },
    follow_ups: [{ text: 'MR of the liver', done: null }],
  });
  expect(record.report_html).toContain('Stable disease.');
});

test('follow-ups are filtered by day, person, kind and patient, and recorded from the list', async ({
  ready,
  desk,
}) => {
  const critical_result = { category: 'red', finding: 'Embolism', found_at: '2026-05-12T10:00:00.000Z' };
  const others = { ...followUp(dayFromNow(20)), follow_up_id: 'f2', text: 'MR liver', whose: 'Dr B. Stand' };
  const { id } = await makeExam(ready.admin, ready.group, {
    critical_result,
    follow_ups: [followUp(dayFromNow(3)), others],
  });
  await goTo(desk, 'worklist/follow-ups');
  await expect(rows(desk)).toHaveCount(3);
  const choose = async (chip: string, item: string) => {
    await desk.getByRole('button', { name: chip, exact: true }).click();
    await desk.getByRole('menuitem', { name: item }).click();
  };
  await choose('Due', 'in the next 7 days');
  await expect(rows(desk)).toHaveCount(2);
  await choose('Kind', 'Critical results');
  await expect(rows(desk)).toHaveText([/Embolism/]);
  await desk.getByRole('button', { name: 'Clear filters' }).click();
  await choose('Patient', 'Kastellan, Mirela');
  await expect(rows(desk)).toHaveCount(3);
  await desk.getByRole('button', { name: 'Mine', exact: true }).click();
  await choose('Kind', 'Follow-ups');
  await expect(rows(desk)).toHaveText([/CT in 3 months/]);
  await desk.getByRole('button', { name: 'Clear filters' }).click();

  await desk.getByRole('button', { name: 'New follow-up' }).click();
  const dialog = desk.getByRole('dialog', { name: 'New follow-up' });
  await dialog.getByRole('textbox', { name: 'Find an exam' }).fill('kastellan');
  await dialog.getByRole('textbox', { name: 'What and why' }).fill('US of the neck');
  await dialog.getByRole('button', { name: '6 weeks' }).click();
  // Nothing is preselected, and a choice survives later searches.
  await dialog.getByRole('button', { name: 'Record follow-up' }).click();
  const exam = dialog.getByRole('combobox', { name: 'Exam' });
  await expect(exam).toHaveAccessibleDescription('Choose the exam it belongs to.');
  await exam.selectOption({ index: 1 });
  await dialog.getByRole('textbox', { name: 'Find an exam' }).fill('nobody is called so');
  await expect(exam).toHaveValue(id);
  await dialog.getByRole('button', { name: 'Record follow-up' }).click();
  await expect(dialog).toBeHidden();
  await expect(rows(desk)).toHaveCount(4);
  await expect(grid(desk)).toContainText('US of the neck');
  const { record } = await ready.admin.exams.get(id);
  expect(record.custom_attributes).toMatchObject({
    follow_ups: [{}, {}, { text: 'US of the neck', whose: 'Dr A. Roe' }],
  });
});
