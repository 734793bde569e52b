/** Tests patients: list, screen, creating and editing with errors, a conflict, trash. */
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expect, goTo, shareVault, test } from './support/fixtures.ts';
import { type SampleIds, sealSamples } from './support/sample-records.ts';
import { shoot } from './support/shoot.ts';

let samples: SampleIds;

shareVault(async ({ admin, group }) => {
  samples = await sealSamples(admin, group);
});

const grid = (page: Page) => page.getByRole('grid', { name: 'Patients' });
const rows = (page: Page) => grid(page).locator('[role="row"][aria-selected]');
const box = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });

async function openPatient(page: Page, name: string): Promise<void> {
  await goTo(page, `patients/${samples.patients.get(name)}`);
  await expect(page.getByRole('heading', { name })).toBeVisible();
}

const throwAway = (page: Page) => page.getByRole('button', { name: 'Throw away' });

test('the list is read and opened by keyboard', async ({ desk }) => {
  await desk.getByRole('link', { name: 'Patients' }).click();
  await expect(rows(desk)).toHaveCount(4);
  await grid(desk).focus();
  await desk.keyboard.press('Home');
  await desk.keyboard.press('ArrowDown');
  await desk.keyboard.press('Enter');
  await expect(desk.getByRole('heading', { name: 'Dunmore, Tavia' })).toBeVisible();
});

test('the page of a patient shows demographics, exams and their files', async ({ desk, ready }) => {
  const exam_id = samples.exams.get('CT chest with contrast @ Kastellan, Mirela') ?? '';
  await ready.admin.drive(ready.group).upload(new Blob(['one line']), { name: 'notes.txt', exam_id });
  await openPatient(desk, 'Kastellan, Mirela');
  await expect(desk.getByText('Mirela Ana Kastellan')).toBeVisible();
  await expect(desk.getByText('00482-117').first()).toBeVisible();
  await expect(desk.getByRole('grid', { name: /Exams/ }).locator('[aria-selected]')).toHaveCount(3);
  await expect(desk.getByText('notes.txt').first()).toBeVisible();
  await desk.getByRole('tab', { name: /^History/ }).click();
  await expect(
    desk.getByRole('grid', { name: 'Versions' }).or(desk.getByRole('table', { name: 'Versions' })),
  ).toBeVisible();
});

test('an administrator sees who saw the patient, and saves the list', async ({ desk }) => {
  await openPatient(desk, 'Kastellan, Mirela');
  await desk.getByRole('tab', { name: 'Accesses' }).click();
  const table = desk.getByRole('table', { name: 'Accesses to this patient' });
  await expect(table.getByRole('row').filter({ hasText: 'this patient’s record' }).first()).toBeVisible();
  await expect(table.getByRole('row').filter({ hasText: 'CT chest with contrast' }).first()).toBeVisible();
  await expect(table.getByText('Dunmore')).toHaveCount(0);
  const download = desk.waitForEvent('download');
  await desk.getByRole('button', { name: 'Export CSV' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^accesses-.*\.csv$/);
  const text = readFileSync(await file.path(), 'utf8');
  expect(text.split('\r\n')[0]).toBe('seq,at,who,principal,certificate,kind,type,object,outcome');
  expect(text).toContain(`patients,${samples.patients.get('Kastellan, Mirela')}`);
  expect(text).not.toContain('Kastellan');
  await shoot(desk, 'patient-accesses');
});

test('the history of a patient says what each version changed, and brings one back', async ({
  desk,
  ready,
}) => {
  const record = {
    legal_name: 'Odile Verger',
    birth_date: '1958-02-03',
    identifiers: [{ type: 'MRN', value: '00917-220' }],
    phone: '01 23 45',
  };
  const { index } = await ready.admin.patients.create({
    security_group_id: ready.group,
    record,
    tags: ['trial'],
  });
  const id = index.document_id;
  await ready.admin.patients.edit(id, (known) => ({ ...known, birth_date: '1985-02-03', phone: null }));
  await goTo(desk, `patients/${id}`);
  await desk.getByRole('tab', { name: /^History/ }).click();
  await desk.getByRole('button', { name: 'What version 2 changed' }).click();
  const second = desk.getByRole('region', { name: 'Version 2' });
  await expect(second).toContainText('What version 2 changed since version 1');
  await expect(second.getByRole('deletion')).toHaveText(['3 February 1958', '01 23 45']);
  await expect(second.getByRole('insertion')).toHaveText(['3 February 1985', 'nothing']);
  await expect(second, 'only what changed').not.toContainText('00917-220');
  await expect(second.getByRole('button', { name: 'Restore as new version' })).toHaveCount(0);
  await shoot(desk, 'patient-history');
  await desk.getByRole('button', { name: 'What version 1 changed' }).click();
  const first = desk.getByRole('region', { name: 'Version 1' });
  await expect(first).toContainText('MRN 00917-220');
  await first.getByRole('button', { name: 'Restore as new version' }).click();
  await expect(desk.getByRole('button', { name: 'What version 3 changed' })).toBeVisible();
  const { record: now, index: after, summary } = await ready.admin.patients.get(id);
  expect(after.meta.seq).toBe(3);
  expect(now).toMatchObject({ ...record, birth_date: '1958-02-03T00:00:00.000Z' });
  expect(summary.tags).toEqual(['trial']);
});

test('a patient is created by keyboard; what is wrong is said beside each field', async ({ desk, ready }) => {
  await goTo(desk, 'patients');
  await desk.getByRole('button', { name: 'New patient' }).click();
  await expect(box(desk, 'Legal name')).toBeFocused();
  await box(desk, 'Birth date').fill('31.2.1961');
  await box(desk, 'Email').fill('nowhere');
  await desk.getByRole('button', { name: /^Create patient/ }).click();
  await expect(desk.getByRole('alert').getByRole('link', { name: 'Legal name' })).toBeFocused();
  await expect(box(desk, 'Birth date')).toHaveAccessibleDescription(/February 1961 had 28 days/);
  await expect(box(desk, 'Email')).toHaveAccessibleDescription(/This is not an e-mail address/);
  await desk.keyboard.press('Enter');
  await expect(box(desk, 'Legal name')).toBeFocused();
  await desk.keyboard.type('Ottilie Brandt');
  await box(desk, 'Birth date').fill('28.2.1961');
  await box(desk, 'Email').fill('ottilie@practice.example');
  await desk.keyboard.press('Enter');
  await expect(desk.getByRole('heading', { name: 'Ottilie Brandt' })).toBeVisible();
  const id = desk.url().split('/').at(-1) ?? '';
  const { record } = await ready.admin.patients.get(id);
  expect(record).toMatchObject({ legal_name: 'Ottilie Brandt', email: 'ottilie@practice.example' });
  expect(record.birth_date).toMatch(/^1961-02-28/);
});

test('somebody who may be the same person is pointed out while typing', async ({ desk }) => {
  await goTo(desk, 'patients/new');
  await box(desk, 'Legal name').fill('Tavia Dunmore');
  const panel = desk.getByRole('complementary', { name: 'Possible duplicates' });
  await expect(panel).toContainText('Dunmore, Tavia');
  await panel.getByRole('link', { name: 'Open instead' }).click();
  await throwAway(desk).click();
  await expect(desk.getByRole('heading', { name: 'Dunmore, Tavia' })).toBeVisible();
});

test('the same name and birth date, or the same number, asks before a second chart is created', async ({
  desk,
  ready,
}) => {
  const record = {
    legal_name: 'Ines Falkenrath',
    birth_date: '1970-05-06',
    identifiers: [{ type: 'MRN', value: '00999-001' }],
  };
  await ready.admin.patients.create({ security_group_id: ready.group, record });
  const question = desk.getByRole('dialog', { name: 'Is this person already here?' });
  const count = async () => (await ready.admin.patients.list({ q: 'Falkenrath' }).page()).items.length;
  await goTo(desk, 'patients/new');
  const panel = desk.getByRole('complementary', { name: 'Possible duplicates' });
  await box(desk, 'Legal name').fill('Falkenrath, Ines');
  await box(desk, 'Birth date').fill('6.5.1970');
  await expect(panel).toContainText('same name and birth date');
  await desk.keyboard.press('Enter');
  await expect(question.getByRole('button', { name: 'Open the existing one' })).toBeFocused();
  await shoot(desk, 'known-patient');
  await desk.keyboard.press('Escape');
  await expect(box(desk, 'Legal name')).toHaveValue('Falkenrath, Ines');
  expect(await count()).toBe(1);

  await box(desk, 'Birth date').fill('');
  await desk.getByRole('button', { name: 'Create patient' }).click();
  await expect(question).toContainText('same name');
  await desk.keyboard.press('Escape');
  await box(desk, 'Legal name').fill('Somebody Else');
  await desk.getByRole('textbox', { name: 'Value' }).first().fill('999 001');
  await desk.getByRole('button', { name: 'Create patient' }).click();
  await question.getByRole('button', { name: 'Open the existing one' }).press('Enter');
  await expect(desk.getByRole('heading', { name: 'Ines Falkenrath' })).toBeVisible();

  await goTo(desk, 'patients/new');
  await box(desk, 'Legal name').fill('Ines Falkenrath');
  await box(desk, 'Birth date').fill('6.5.1970');
  await desk.keyboard.press('Enter');
  await question.getByRole('button', { name: 'Create another all the same' }).click();
  await expect(desk.getByRole('heading', { name: 'Ines Falkenrath' })).toBeVisible();
  expect(await count()).toBe(2);
});

test('an edit seals a new version, and leaving by Escape asks once and seals none', async ({
  desk,
  ready,
}) => {
  await openPatient(desk, 'Abernale, Josip');
  await desk.getByRole('link', { name: 'Edit' }).click();
  await box(desk, 'Phone').fill('+1 555 0199');
  await desk.keyboard.press('Enter');
  await expect(desk.getByText('Sealed, version 2')).toBeVisible();
  await desk.getByRole('link', { name: 'Edit' }).click();
  await box(desk, 'Phone').fill('never kept');
  // In a select, Escape closes its list only.
  await desk.getByRole('combobox', { name: 'Sex at birth' }).focus();
  await desk.keyboard.press('Escape');
  await expect(throwAway(desk)).toHaveCount(0);
  await box(desk, 'Phone').focus();
  await desk.keyboard.press('Escape');
  const question = desk.getByRole('dialog', { name: 'Leave without sealing the patient?' });
  await expect(question.getByRole('button', { name: 'Go on editing' })).toBeFocused();
  await shoot(desk, 'leave-patient-form');
  await desk.keyboard.press('Escape');
  await expect(question).toHaveCount(0);
  await expect(box(desk, 'Phone')).toHaveValue('never kept');
  await desk.getByRole('link', { name: 'Worklist' }).click();
  await expect(question).toBeVisible();
  await desk.keyboard.press('Enter');
  await expect(box(desk, 'Phone')).toHaveValue('never kept');
  await box(desk, 'Phone').focus();
  await desk.keyboard.press('Escape');
  await throwAway(desk).click();
  await expect(desk.getByText('+1 555 0199')).toBeVisible();
  const { record } = await ready.admin.patients.get(samples.patients.get('Abernale, Josip') ?? '');
  expect(record.phone).toBe('+1 555 0199');
});

test('a version sealed meanwhile loses nothing: both are shown, mine goes on top', async ({
  desk,
  ready,
}) => {
  const id = samples.patients.get('Kárpfalvi, Lőrinc') ?? '';
  await goTo(desk, `patients/${id}/edit`);
  await box(desk, 'Phone').fill('+1 555 0101');
  await ready.admin.patients.edit(id, (record) => ({ ...record, email: 'lorinc@practice.example' }));
  await desk.getByRole('button', { name: /^Seal changes/ }).click();
  const alert = desk.getByRole('alert').filter({ hasText: 'Nothing is lost' });
  await expect(alert).toContainText('Version 2 was sealed by');
  await expect(box(desk, 'Phone')).toHaveValue('+1 555 0101');
  await alert.getByRole('button', { name: 'Seal mine on top' }).click();
  await expect(desk.getByText('Sealed, version 3')).toBeVisible();
  expect((await ready.admin.patients.get(id)).record.phone).toBe('+1 555 0101');
});

test('a patient goes to the trash and comes back', async ({ desk }) => {
  await openPatient(desk, 'Dunmore, Tavia');
  await desk.getByRole('button', { name: 'More' }).click();
  await desk.getByRole('menuitem', { name: 'Move to trash' }).click();
  const question = desk.getByRole('dialog', { name: 'Move Dunmore, Tavia to the trash?' });
  await question.getByRole('button', { name: 'Move to trash' }).click();
  await expect(grid(desk)).toBeVisible();
  await expect(grid(desk)).not.toContainText('Dunmore');
  await desk.getByRole('button', { name: 'Undo' }).click();
  await expect(grid(desk)).toContainText('Dunmore, Tavia');

  await openPatient(desk, 'Dunmore, Tavia');
  await desk.getByRole('button', { name: 'More' }).click();
  await desk.getByRole('menuitem', { name: 'Move to trash' }).click();
  await question.getByRole('button', { name: 'Move to trash' }).click();
  await expect(grid(desk)).not.toContainText('Dunmore');
  await desk.getByRole('link', { name: 'Trash' }).click();
  const row = desk.getByRole('row').filter({ hasText: 'Dunmore, Tavia' });
  await row.getByRole('button', { name: 'Restore' }).click();
  await expect(row).toHaveCount(0);
  await desk.getByRole('link', { name: 'Patients' }).click();
  await expect(grid(desk)).toContainText('Dunmore, Tavia');
});

test('a purge wants its word typed, and is final', async ({ desk, ready }) => {
  const made = await ready.admin.patients.create({
    security_group_id: ready.group,
    record: { display_name: 'Mistake, Made By' },
  });
  const id = made.index.document_id;
  await ready.admin.patients.delete(id);
  await desk.getByRole('link', { name: 'Trash' }).click();
  const row = desk.getByRole('row').filter({ hasText: 'Mistake, Made By' });
  await row.getByRole('button', { name: 'Purge' }).click();
  const word = desk.getByRole('textbox', { name: 'Type purge' });
  await expect(word).toBeFocused();
  await desk.keyboard.press('Enter');
  await expect(word).toBeVisible();
  await desk.keyboard.press('Escape');
  await expect(word).toBeHidden();
  await row.getByRole('button', { name: 'Purge' }).click();
  await desk.keyboard.type('purge');
  await desk.keyboard.press('Enter');
  await expect(row).toHaveCount(0);
  await expect(ready.admin.patients.get(id)).rejects.toMatchObject({ status: 404 });
});

test('the question before a purge names exam, patient and day, and a signed report', async ({
  desk,
  ready,
}) => {
  const patient = await ready.admin.patients.create({
    security_group_id: ready.group,
    record: { display_name: 'Twin, Elder' },
  });
  const exam = await ready.admin.exams.create({
    security_group_id: ready.group,
    patient_id: patient.index.document_id,
    record: {
      title: 'CT chest',
      exam_date: '2026-05-12T07:40:00Z',
      report_html: '<p>Clear.</p>',
      custom_attributes: { report: { status: 'final' } },
    },
  });
  await ready.admin.exams.delete(exam.index.document_id);
  await desk.getByRole('link', { name: 'Trash' }).click();
  await desk
    .getByRole('row')
    .filter({ hasText: 'Twin, Elder' })
    .getByRole('button', { name: 'Purge' })
    .click();
  await expect(desk.getByText('Purge Twin, Elder, CT chest, 12 May 2026 for good?')).toBeVisible();
  await expect(desk.getByText('This report is signed.')).toBeVisible();
  await shoot(desk, 'purge-question');
});

test('what a refusal sends one to shows its focus, asked by pointer too', async ({ desk }) => {
  await goTo(desk, 'patients/new');
  await desk.getByRole('textbox', { name: 'Birth date' }).fill('no day at all');
  await desk.getByRole('button', { name: /^Create patient/ }).click();
  const link = desk.getByRole('alert').getByRole('link').first();
  await expect(link).toBeFocused();
  expect(await link.evaluate((element) => getComputedStyle(element).outlineStyle)).toBe('solid');
});

test('the exam’s patient is nobody until one is chosen, and one created on the way comes back to it', async ({
  desk,
  ready,
}) => {
  for (const legal_name of ['Zimmerl, Ada', 'Zimmerl, Bo'])
    await ready.admin.patients.create({ security_group_id: ready.group, record: { legal_name } });
  await goTo(desk, 'worklist');
  await desk.keyboard.press('Alt+N');
  const dialog = desk.getByRole('dialog', { name: 'New exam' });
  const patient = dialog.getByRole('combobox', { name: 'Patient' });
  const list = dialog.getByRole('listbox', { name: 'Patient' });
  const marked = list.getByRole('option', { selected: true });
  await desk.keyboard.press('ArrowDown');
  await expect(marked).toHaveCount(1);
  await patient.fill('zimmerl');
  await expect(list.getByRole('option')).toHaveCount(3);
  await expect(marked).toHaveCount(0);
  await desk.keyboard.press('Enter');
  await expect(dialog, 'nobody is chosen').toBeVisible();
  await expect(patient).toHaveValue('zimmerl');
  await shoot(desk, 'new-exam-patients');
  await desk.keyboard.press('ArrowDown');
  await expect(marked).toContainText('Zimmerl');
  await patient.fill('zimmerl bo');
  await expect(marked, 'the text fits one alone').toContainText('Zimmerl, Bo');

  await dialog.getByRole('textbox', { name: 'Title' }).fill('US abdomen');
  await patient.fill('Zimmerl, Clara');
  await list.getByRole('option', { name: 'New patient…' }).click();
  await expect(box(desk, 'Legal name')).toHaveValue('Zimmerl, Clara');
  await desk.keyboard.press('Enter');
  await expect(dialog).toContainText('Zimmerl, Clara');
  await expect(dialog.getByRole('textbox', { name: 'Title' })).toHaveValue('US abdomen');
  await dialog.getByRole('button', { name: 'Create exam' }).click();
  await expect(desk).toHaveURL(/exams\//);
  const { items } = await ready.admin.exams.list({ q: 'Clara' }).page();
  expect(items).toMatchObject([{ summary: { title: 'US abdomen', patient_name: 'Zimmerl, Clara' } }]);
});
