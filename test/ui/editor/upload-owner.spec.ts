/** Tests the question before uploading pictures whose name, id, birth date or study date differ from the exam. */
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expectAccessible } from '#test/ui/support/axe.ts';
import { expect, goTo, shareVault, test } from '#test/ui/support/fixtures.ts';
import { askedPictures, painted, theirs } from '#test/ui/support/pictures-page.ts';
import { draftSaved, openExam, sealExam, sealPatient, shell } from '#test/ui/support/report-page.ts';
import { smallPng } from '#test/ui/support/sample-files.ts';
import { shoot } from '#test/ui/support/shoot.ts';

shareVault();

const sample = (name: string) => ({
  name,
  mimeType: 'application/dicom',
  buffer: readFileSync(new URL(`../../fixtures/dicom/${name}`, import.meta.url)),
});
const photo = { name: 'photo.png', mimeType: 'image/png', buffer: smallPng() };
const question = (page: Page) => page.getByRole('dialog', { name: 'Whose pictures are these?' });
const tray = (page: Page) => page.getByRole('region', { name: 'Uploads' });

async function upload(page: Page, files: Parameters<Awaited<ReturnType<typeof chooser>>['setFiles']>[0]) {
  const opened = chooser(page);
  await page.getByRole('button', { name: 'Upload to this exam' }).click();
  await (await opened).setFiles(files);
}
const chooser = (page: Page) => page.waitForEvent('filechooser');

async function openFiles(page: Page, id: string): Promise<void> {
  await openExam(page, id);
  await page.keyboard.press('Control+Shift+P');
  await page.getByRole('tab', { name: /Files/ }).click();
}

test('files of somebody else are not sent before somebody says they are theirs; the answer is asked for once', async ({
  ready,
  desk,
}) => {
  const patient_id = await sealPatient(ready.admin, ready.group);
  const id = await sealExam(ready.admin, ready.group, { patient_id });
  const names = async () =>
    (await ready.admin.drive(ready.group).list({ exam_id: id, kind: 'file' }).toArray({ limit: 9 }))
      .map(({ name }) => name)
      .toSorted();
  await openFiles(desk, id);
  await upload(desk, [sample('CT_small.dcm'), photo]);
  await expect(question(desk).getByRole('alert')).toHaveText(
    'In 1 file of 2 the marked values differ from the exam. It has not been sent.',
  );
  await expect(question(desk).locator('td.other')).toHaveText([
    'CompressedSamples, CT1',
    '1CT1',
    '19 Jan 2004',
  ]);
  await expect(question(desk).getByRole('row', { name: /^The exam/ })).toContainText('Kastellan, Mirela');
  await expect(question(desk).getByRole('button', { name: 'Do not send them' })).toBeFocused();
  await expectAccessible(desk, 'whose files');
  await shoot(desk, 'upload-of-somebody-else');
  expect(await names()).toEqual([]);
  await desk.keyboard.press('Escape');
  await expect(question(desk)).toHaveCount(0);
  await expect(desk.getByText('1 file was not sent: it is not of this patient')).toBeVisible();
  await expect.poll(names).toEqual(['photo.png']);

  await upload(desk, [sample('CT_small.dcm')]);
  await question(desk).getByRole('button', { name: 'These are theirs: send' }).click();
  await expect(question(desk)).toHaveCount(0);
  await expect.poll(names).toEqual(['CT_small.dcm', 'photo.png']);
  await draftSaved(desk);
  const { record } = await ready.admin.exams.draft.get(id);
  expect(record.custom_attributes).toMatchObject({
    picture_owners: [
      {
        patient_name: 'CompressedSamples^CT1',
        said_by: 'Dr A. Roe',
        said_at: expect.stringMatching(/^\d{4}-/),
      },
    ],
  });
  await upload(desk, [{ ...sample('CT_small.dcm'), name: 'again.dcm' }]);
  await expect.poll(names).toContain('again.dcm');
  await askedPictures(desk, id);
  await expect(painted(desk)).toBeVisible();
  await expect(theirs(desk)).toHaveCount(0);
});

test('from the page of the patient the answer is sealed with its reason, and what names nobody else is only sent', async ({
  ready,
  desk,
}) => {
  const patient_id = await sealPatient(ready.admin, ready.group);
  const id = await sealExam(ready.admin, ready.group, { patient_id });
  await goTo(desk, `patients/${patient_id}`);
  await upload(desk, [photo]);
  await expect(desk.getByText('photo.png').first()).toBeVisible();
  await expect(question(desk)).toHaveCount(0);
  await upload(desk, [sample('MR_small.dcm')]);
  await question(desk).getByRole('button', { name: 'These are theirs: send' }).click();
  await expect(question(desk)).toHaveCount(0);
  const { index, record } = await ready.admin.exams.get(id);
  expect(index.meta.seq).toBe(2);
  expect(record.custom_attributes).toMatchObject({
    picture_owners: [{ said_by: 'Dr A. Roe' }],
    report: { seal_reason: { text: 'Pictures confirmed as this patient’s' } },
  });
});

test('a lock while it is asked sends nothing', async ({ ready, desk }) => {
  const patient_id = await sealPatient(ready.admin, ready.group);
  const id = await sealExam(ready.admin, ready.group, { patient_id });
  await openFiles(desk, id);
  await upload(desk, [sample('CT_small.dcm')]);
  await expect(question(desk)).toBeVisible();
  await expect(tray(desk)).toContainText('Compared with the exam before it is sent');
  await desk.keyboard.press('Control+Alt+L');
  await expect(desk.getByRole('textbox', { name: 'Passphrase' })).toBeVisible();
  // Covered at once, but removed only before the next unlock.
  await expect(shell(desk)).toHaveCount(0);
  const files = () => ready.admin.drive(ready.group).list({ exam_id: id }).toArray({ limit: 9 });
  expect(await files()).toEqual([]);
  await desk.getByRole('textbox', { name: 'Passphrase' }).fill(ready.passphrase);
  await desk.getByRole('button', { name: 'Unlock', exact: true }).click();
  await expect(question(desk), 'it is asked again').toBeVisible();
  await question(desk).getByRole('button', { name: 'Do not send them' }).click();
  await expect(tray(desk)).toHaveCount(0);
  expect(await files()).toEqual([]);
});
