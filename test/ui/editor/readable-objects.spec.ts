/** Tests that reports, ECG and encapsulated documents are read in the viewer and in Files. */
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { encapsulated, PDF_CLASS } from '#test/support/dicom/encapsulated.ts';
import { expectAccessible } from '#test/ui/support/axe.ts';
import { expect, shareVault, test } from '#test/ui/support/fixtures.ts';
import { askedPictures, attach, theirs, tile } from '#test/ui/support/pictures-page.ts';
import { openExam, sealExam, sealPatient } from '#test/ui/support/report-page.ts';
import { smallPdf } from '#test/ui/support/sample-files.ts';

shareVault();

const SERIES = 'Demonstration of SR Features';

/** Opens the pictures and says whose they are, where that is asked. */
async function openObjects(page: Page, examId: string): Promise<void> {
  await askedPictures(page, examId);
  const text = tile(page).locator('.object-content');
  await expect(theirs(page).or(text).first()).toBeVisible();
  if ((await theirs(page).count()) > 0) await theirs(page).first().click();
  await expect(text).toBeVisible();
}

test('a report is read in the viewer, and its keys scroll it', { tag: '@smoke' }, async ({ ready, desk }) => {
  const id = await sealExam(ready.admin, ready.group);
  await attach(ready.admin, ready.group, id, ['test-SR.dcm']);
  await openObjects(desk, id);
  const text = tile(desk).getByRole('region', { name: new RegExp(SERIES) });
  await expect(text).toContainText('Verified by: Riesmeier, Jörg, OFFIS e.V.');
  await expect(text).toContainText('Diameter: 3 cm (Length Unit)');
  await expect(tile(desk).getByRole('alert')).toHaveCount(0);
  await text.focus();
  await desk.keyboard.press('End');
  await expect(text).toBeFocused();
  await expectAccessible(desk, 'a report in the viewer');
});

test('an ECG shows its traces and its words', { tag: '@smoke' }, async ({ ready, desk }) => {
  const id = await sealExam(ready.admin, ready.group);
  await attach(ready.admin, ready.group, id, ['waveform_ecg.dcm']);
  await openObjects(desk, id);
  await expect(tile(desk)).toContainText('QTc Interval: 370 ms (milliseconds)');
  await expect(tile(desk).locator('.object-content img')).toBeVisible();
});

test('an encapsulated PDF shows its first page and is saved as it is', { tag: '@smoke' }, async ({
  ready,
  desk,
}) => {
  const id = await sealExam(ready.admin, ready.group);
  const pdf = smallPdf('Letter', 2);
  const file = new Blob([Uint8Array.from(encapsulated(PDF_CLASS, 'application/pdf', pdf))]);
  const drive = ready.admin.drive(ready.group);
  const { node_id } = await drive.upload(file, { name: 'letter.dcm', exam_id: id });
  await expect
    .poll(async () => (await drive.get(node_id)).processing_status, { timeout: 240_000 })
    .toBe('done');
  await openObjects(desk, id);
  await expect(tile(desk).locator('.object-content img')).toBeVisible();
  const saved = desk.waitForEvent('download');
  await tile(desk).getByRole('button', { name: 'Save the document (PDF)' }).click();
  const download = await saved;
  expect(download.suggestedFilename()).toMatch(/\.pdf$/);
  expect(readFileSync(await download.path()).equals(Buffer.from(pdf))).toBe(true);
});

test('the prior panel opens a report among the files of the prior', { tag: '@smoke' }, async ({
  ready,
  desk,
}) => {
  const patient_id = await sealPatient(ready.admin, ready.group);
  const old = await sealExam(ready.admin, ready.group, { patient_id, exam_date: '2026-02-03T09:40:00.000Z' });
  await attach(ready.admin, ready.group, old, ['test-SR.dcm']);
  const id = await sealExam(ready.admin, ready.group, { patient_id });
  await openExam(desk, id);
  const documents = desk.getByRole('region', { name: 'Documents' });
  // The file names another person: it opens after the answer alone.
  await expect(documents.getByRole('alert')).toBeVisible();
  await documents.getByRole('button', { name: 'These are theirs' }).click();
  await documents.getByText(SERIES).click();
  await expect(documents).toContainText('Diameter: 3 cm');
  await expect(documents).toContainText('Verified by: Riesmeier, Jörg, OFFIS e.V.');
});

test('Files shows what a report says', { tag: '@smoke' }, async ({ ready, desk }) => {
  const name = 'report-of-files.dcm';
  const bytes = readFileSync(new URL('../../fixtures/dicom/test-SR.dcm', import.meta.url));
  await ready.admin.drive(ready.group).upload(new Blob([Uint8Array.from(bytes)]), { name });
  await desk.getByRole('link', { name: 'Files' }).click();
  await desk.getByRole('row', { name: new RegExp(name) }).click();
  await expect(desk.getByRole('region', { name: `Preview of ${name}` })).toContainText(
    'Completion: COMPLETE',
  );
});
