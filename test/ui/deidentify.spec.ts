/**
 * Tests a de-identified copy from the editor: nothing is saved with an undecided word, and the copy identifies
 * nobody.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expectAccessible } from './support/axe.ts';
import { expect, shareVault, test } from './support/fixtures.ts';
import { openExam, report, sealExam, sealPatient, section } from './support/report-page.ts';

const PICTURE = join(import.meta.dirname, '..', 'fixtures', 'dicom', 'CT_small.dcm');

let patientId: string;
shareVault(async ({ admin, group }) => {
  patientId = await sealPatient(admin, group);
});

test('each flagged word is decided by key, then the copy is saved', async ({ ready, desk }) => {
  const { admin, group } = ready;
  const id = await sealExam(admin, group, {
    html: section('59776-5', 'Findings', '<p>Nodule of 11 mm. Discussed with Dr Stand at Quillby.</p>'),
    patient_id: patientId,
    title: 'CT chest',
    status: 'final',
  });
  const { record } = await admin.patients.get(patientId);
  await admin.drive(group).upload(new File([readFileSync(PICTURE)], 'CT.dcm'), { exam_id: id });
  await admin.drive(group).upload(new File(['Dear colleague'], 'letter.txt'), { exam_id: id });
  await expect.poll(async () => (await admin.drive(group).series(id)).items.length).toBe(1);
  await openExam(desk, id);
  await expect(report(desk)).toContainText('11 mm');

  await desk.keyboard.press('Control+k');
  await desk.getByRole('combobox').fill('De-identified');
  await desk.keyboard.press('Enter');
  const dialog = desk.getByRole('dialog', { name: 'Copy of CT chest without identity' });
  await expect(dialog.getByRole('status')).toHaveText('0 of 2 decided');
  const save = dialog.getByRole('button', { name: 'Save the copy' });
  await expect(save).toHaveAttribute('aria-disabled', 'true');
  await dialog.getByRole('radiogroup', { name: '“Dr Stand”' }).getByRole('radio', { name: 'Remove' }).focus();
  await desk.keyboard.press('r');
  await expect(
    dialog.getByRole('radiogroup', { name: '“Quillby”' }).getByRole('radio').first(),
  ).toBeFocused();
  await desk.keyboard.press('k');
  await expect(dialog.getByRole('status')).toHaveText('2 of 2 decided');
  await expectAccessible(desk, 'copy without identity');
  await desk.screenshot({ path: 'test-results/deidentify-dialog.png' });
  const [download] = await Promise.all([desk.waitForEvent('download'), save.click()]);
  expect(download.suggestedFilename()).toBe('deidentified.zip');
  await expect(dialog.getByRole('listitem')).toHaveText(['letter.txt: It is not DICOM']);
  await expectAccessible(desk, 'what is not in the copy');
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(dialog).toBeHidden();
  const zip = readFileSync(await download.path()).toString('latin1');
  expect(zip).toContain('DICOM/E0000001/S0000001/I0000001');
  expect(zip).toContain('records.json');
  const [html = ''] = /"data": "([^"]+)"/.exec(zip)?.slice(1) ?? [];
  const text = Buffer.from(html, 'base64').toString();
  expect(text).toContain('Discussed with [removed] at Quillby');
  for (const name of [record.legal_name, 'CompressedSamples', 'Stand', 'letter.txt'])
    expect(zip + text).not.toContain(name);
});
