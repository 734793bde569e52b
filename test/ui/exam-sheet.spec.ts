/** Tests correcting an exam: with a reason, as a sealed version, keeping typed text. */
import type { VaultClient } from '#sdk/client.ts';
import { expect, goTo, shareVault, test } from './support/fixtures.ts';
import {
  atVersion,
  caretAfter,
  draftSaved,
  openExam,
  report,
  sealExam,
  sealPatient,
} from './support/report-page.ts';
import { shoot } from './support/shoot.ts';

shareVault();

const sheet = (page: import('@playwright/test').Page) =>
  page.getByRole('dialog', { name: 'Correct the exam' });

async function newPatient(client: VaultClient, group: string, display_name: string): Promise<string> {
  const view = await client.patients.create({
    security_group_id: group,
    record: { display_name, birth_date: '1968-02-02' },
  });
  return view.index.document_id;
}

async function choose(page: import('@playwright/test').Page, label: string, typed: string): Promise<void> {
  const picker = sheet(page).getByRole('combobox', { name: label, exact: true });
  await picker.fill(typed);
  await expect(sheet(page).getByRole('option')).toHaveCount(1);
  await picker.press('Enter');
}

test('an old exam without a patient gets one from the worklist, with a reason', async ({ desk, ready }) => {
  const { admin, group } = ready;
  const patient = await sealPatient(admin, group);
  const id = await sealExam(admin, group, { title: 'MR knee left', exam_date: '2019-05-12' });
  await goTo(desk, 'worklist');
  await desk.getByRole('button', { name: /^All exams/ }).click();
  await desk.getByRole('row', { name: /MR knee left/ }).click();
  await desk.getByRole('button', { name: 'More' }).click();
  await desk.getByRole('menuitem', { name: 'Exam…' }).click();
  await expect(sheet(desk)).toBeVisible();
  await choose(desk, 'Patient', 'kast');
  await sheet(desk).getByRole('radio', { name: 'Right' }).click();
  await expect(sheet(desk).getByRole('textbox', { name: 'Title' })).toHaveValue('MR knee right');
  await sheet(desk).getByRole('textbox', { name: 'Accession number' }).fill('A-77');
  await sheet(desk).getByRole('textbox', { name: /^Tags/ }).fill('knee, trauma');
  await shoot(desk, 'exam-sheet');
  await sheet(desk).getByRole('button', { name: 'Seal the change' }).click();
  await expect(sheet(desk).getByText(/Say why/)).toBeVisible();
  await desk.keyboard.type('wrong side ordered');
  await desk.keyboard.press('Enter');
  await expect(sheet(desk)).toBeHidden();
  await expect(desk.getByRole('row', { name: /MR knee right/ })).toContainText('Kastellan');
  const { index, record, summary } = await admin.exams.get(id);
  expect(index.meta).toMatchObject({ patient_id: patient, seq: 2 });
  expect(record).toMatchObject({ title: 'MR knee right', exam_date: '2019-05-12T00:00:00.000Z' });
  expect(summary).toMatchObject({ accession_number: 'A-77', tags: ['knee', 'trauma'] });
  expect(JSON.stringify(record.custom_attributes)).toContain('wrong side ordered');
});

test('while a report is being written its words stay, and go on upon the new version', async ({
  desk,
  ready,
}) => {
  const { admin, group } = ready;
  const id = await sealExam(admin, group, { title: 'CT chest' });
  await openExam(desk, id);
  await caretAfter(desk, 'Lungs clear.');
  await desk.keyboard.type(' Typed before the sheet.');
  await draftSaved(desk);
  await desk.keyboard.press('F2');
  await sheet(desk).getByRole('textbox', { name: 'Title' }).fill('CT thorax');
  await sheet(desk)
    .getByRole('textbox', { name: /^Reason/ })
    .fill('ordered otherwise');
  await desk.keyboard.press('Enter');
  await expect(sheet(desk)).toBeHidden();
  await expect(desk.getByRole('heading', { level: 1 })).toHaveText('CT thorax');
  await atVersion(desk, 2);
  await expect(report(desk)).toContainText('Typed before the sheet.');
  await caretAfter(desk, 'Lungs clear. Typed before the sheet.');
  await desk.keyboard.type(' And after.');
  await desk.keyboard.press('Control+Enter');
  await atVersion(desk, 3);
  const { record } = await admin.exams.get(id);
  expect(record.title).toBe('CT thorax');
  expect(record.report_html).toContain('Typed before the sheet. And after.');
});

test('a signed report moves by both names, is signed as corrected, and both patients tell of it', async ({
  desk,
  ready,
}) => {
  const { admin, group } = ready;
  const wrong = await newPatient(admin, group, 'Brandt, Ilse');
  const right = await newPatient(admin, group, 'Ostrander-Vey, Halvor');
  const id = await sealExam(admin, group, { title: 'CT abdomen', patient_id: wrong, status: 'final' });
  const signed = await admin.exams.get(id);
  await admin.exams.sign(id, { version_id: signed.version_id ?? '', intent: 'final' });
  await openExam(desk, id);
  await desk.getByRole('button', { name: 'Exam…' }).click();
  await sheet(desk).getByRole('button', { name: 'Another patient' }).click();
  await expect(
    sheet(desk).getByRole('combobox', { name: 'Patient', exact: true }),
    'the name is typed here',
  ).toBeFocused();
  await choose(desk, 'Patient', 'ostr');
  await expect(sheet(desk).getByText(/written for Brandt, Ilse/)).toBeVisible();
  await sheet(desk)
    .getByRole('textbox', { name: /^Reason/ })
    .fill('signed at the wrong patient');
  await sheet(desk).getByRole('button', { name: 'Seal and sign as corrected' }).click();
  // The second name is missing.
  await expect(sheet(desk).getByText('Choose by name the patient this report belongs to now.')).toBeVisible();
  await choose(desk, 'Patient the report is moved from', 'brandt');
  await shoot(desk, 'exam-sheet-moved');
  await sheet(desk).getByRole('button', { name: 'Seal and sign as corrected' }).click();
  await expect(sheet(desk)).toBeHidden();
  await expect(desk.locator('.banner .name')).toHaveText('Ostrander-Vey, Halvor');
  const moved = await admin.exams.get(id);
  expect(moved.index.meta.patient_id).toBe(right);
  expect(moved.record.custom_attributes).toMatchObject({
    report: { status: 'corrected' },
    moves: [{ from: wrong, to: right, reason: 'signed at the wrong patient' }],
  });
  const { items } = await admin.exams.signatures(id);
  expect(items.map(({ intent, seq, subject }) => [intent, seq, subject?.display_name])).toEqual([
    ['amended', 2, 'Ostrander-Vey, Halvor'],
    ['final', 1, 'Brandt, Ilse'],
  ]);
  await goTo(desk, `patients/${wrong}`);
  await expect(desk.getByText(/CT abdomen was moved to another patient/)).toBeVisible();
  await expect(desk.getByText(/Ostrander/)).toHaveCount(0);
  await shoot(desk, 'exam-sheet-trace');
  await goTo(desk, `patients/${right}`);
  await expect(desk.getByText(/CT abdomen was moved here from elsewhere/)).toBeVisible();
});

test('a signed report is checked under its corrected facts, and signed again only once that was shown', async ({
  desk,
  ready,
}) => {
  const { admin, group } = ready;
  const patient_id = await sealPatient(admin, group);
  const html =
    '<h2 data-section-code="59776-5">Findings</h2><p>Effusion in the left knee.</p>' +
    '<h2 data-section-code="19005-8">Impression</h2><p>Effusion in the left knee.</p>';
  const id = await sealExam(admin, group, { title: 'MR knee left', patient_id, status: 'final', html });
  await openExam(desk, id);
  await desk.getByRole('button', { name: 'Exam…' }).click();
  await sheet(desk).getByRole('radio', { name: 'Right' }).click();
  await sheet(desk)
    .getByRole('textbox', { name: /^Reason/ })
    .fill('wrong side ordered');
  const act = sheet(desk).getByRole('button', { name: 'Seal and sign as corrected' });
  await act.dblclick();
  await expect(sheet(desk).getByRole('alert')).toContainText('Left or right?');
  await expect(sheet(desk).getByRole('alert').getByRole('listitem')).toBeInViewport({ ratio: 1 });
  await shoot(desk, 'exam-sheet-checked');
  expect(await admin.exams.versions(id).toArray({ limit: 9 })).toHaveLength(1);
  await desk.waitForTimeout(1_100);
  await act.click();
  await expect(sheet(desk)).toBeHidden();
  const { record } = await admin.exams.get(id);
  expect(record).toMatchObject({
    title: 'MR knee right',
    custom_attributes: { report: { status: 'corrected' } },
  });
});
