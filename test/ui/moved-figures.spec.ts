/** Tests that the key images of a signed report are asked about before it is signed under another patient's name. */
import type { Page } from '@playwright/test';
import type { VaultClient } from '#sdk/client.ts';
import { expectAccessible } from './support/axe.ts';
import { expect, shareVault, test } from './support/fixtures.ts';
import { attach } from './support/pictures-page.ts';
import { openExam, section } from './support/report-page.ts';
import { shoot } from './support/shoot.ts';

shareVault();

const sheet = (page: Page) => page.getByRole('dialog', { name: 'Correct the exam' });

async function newPatient(client: VaultClient, group: string, display_name: string): Promise<string> {
  const identifiers = [{ type: 'MRN', value: display_name.slice(0, 8) }];
  const record = { display_name, birth_date: '1968-02-02', identifiers };
  return (await client.patients.create({ security_group_id: group, record })).index.document_id;
}

/** A signed report with one key image, said to be of the patient it was written for. */
async function sealWithFigure(client: VaultClient, group: string, patient_id: string): Promise<string> {
  const exam = { title: 'CT abdomen', modality: 'CT', exam_date: '2026-05-12' };
  const created = await client.exams.create({ security_group_id: group, patient_id, record: exam });
  const id = created.index.document_id;
  await attach(client, group, id, ['CT_small.dcm']);
  const { items } = await client.drive(group).series(id);
  const [instance] = items.flatMap(({ instances }) => instances);
  if (instance === undefined) throw new Error('no picture');
  const { patient_name, patient_id: number, patient_birth_date, study_date } = instance.header;
  const file = { patient_name, patient_id: number, patient_birth_date, study_date };
  const figure = `<figure data-picture="${instance.node_id}">Figure 1: image 1</figure>`;
  const sealed = await client.exams.update(id, {
    record: {
      ...exam,
      report_html:
        section('59776-5', 'Findings', `<p>Lungs clear.</p>${figure}`) +
        section('19005-8', 'Impression', '<p>No acute finding.</p>'),
      custom_attributes: {
        report: { status: 'final' },
        picture_owners: [{ ...file, said_by: 'Dr A. Roe', said_at: '2026-05-12T08:00:00.000Z' }],
      },
    },
    expected_latest_version_id: created.version_id,
  });
  await client.exams.sign(id, { version_id: sealed.version_id ?? '', intent: 'final' });
  return id;
}

async function choose(page: Page, label: string, typed: string): Promise<void> {
  const picker = sheet(page).getByRole('combobox', { name: label, exact: true });
  await picker.fill(typed);
  await expect(sheet(page).getByRole('option')).toHaveCount(1);
  await picker.press('Enter');
}

/** Longer than what is shown has to stand there before the next press counts. */
const READ_MS = 1_500;

test('whose the key images are is decided before a signed report gets another name, and asked once', async ({
  desk,
  ready,
}) => {
  const { admin, group } = ready;
  const wrong = await newPatient(admin, group, 'Brandt, Ilse');
  const right = await newPatient(admin, group, 'Ostrander-Vey, Halvor');
  const id = await sealWithFigure(admin, group, wrong);
  await openExam(desk, id);
  await desk.keyboard.press('F2');
  await sheet(desk).getByRole('button', { name: 'Another patient' }).click();
  await choose(desk, 'Patient', 'ostr');
  await choose(desk, 'Patient the report is moved from', 'brandt');
  await sheet(desk)
    .getByRole('textbox', { name: /^Reason/ })
    .fill('reported at the wrong patient');
  const act = sheet(desk).getByRole('button', { name: 'Seal and sign as corrected' });
  await act.click();
  await expect(sheet(desk).getByRole('alert')).toContainText(
    'Figure 1 is not of this patient and day by its file',
  );
  await expect(sheet(desk).getByRole('alert')).toContainText('The file says: CompressedSamples, CT1');
  await desk.waitForTimeout(READ_MS);
  await act.click();
  await expect(sheet(desk), 'nothing is signed without an answer').toBeVisible();
  await expect(act).toBeEnabled();
  expect((await admin.exams.get(id)).index.meta.patient_id).toBe(wrong);
  await expectAccessible(desk, 'the question whose the key images are');
  await shoot(desk, 'moved-figures');

  const answer = sheet(desk).getByRole('checkbox', {
    name: 'I have looked at the key images: they show Ostrander-Vey, Halvor',
  });
  await answer.press('Space');
  await act.click();
  await expect(sheet(desk)).toBeHidden();
  const moved = await admin.exams.get(id);
  expect(moved.index.meta.patient_id).toBe(right);
  expect(moved.record.custom_attributes).toMatchObject({
    picture_owners: [{ said_of_patient_id: wrong }, { patient_name: 'CompressedSamples^CT1' }],
  });

  // The answer holds: a later correction of the title asks no more about the picture.
  await desk.keyboard.press('F2');
  await sheet(desk).getByRole('textbox', { name: 'Title' }).fill('CT abdomen and pelvis');
  await sheet(desk)
    .getByRole('textbox', { name: /^Reason/ })
    .fill('title');
  await act.click();
  await expect(sheet(desk)).toBeHidden();
  expect((await admin.exams.get(id)).record.title).toBe('CT abdomen and pelvis');
});
