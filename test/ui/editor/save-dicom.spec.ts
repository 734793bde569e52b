/** Tests saving an open exam's DICOM files from the palette. */
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expect, shareVault, test } from '#test/ui/support/fixtures.ts';
import { attach, CT } from '#test/ui/support/pictures-page.ts';
import { openExam, sealExam } from '#test/ui/support/report-page.ts';

shareVault();

async function save(desk: Page): Promise<void> {
  await desk.keyboard.press('Control+k');
  await desk.getByRole('combobox').fill('DICOM files');
  await desk.keyboard.press('Enter');
}

test('they leave byte by byte, with a DICOMDIR', async ({ ready, desk }) => {
  const id = await sealExam(ready.admin, ready.group);
  await attach(ready.admin, ready.group, id, CT);
  await openExam(desk, id);
  const saved = desk.waitForEvent('download');
  await save(desk);
  const download = await saved;
  expect(download.suggestedFilename()).toBe('dicom.zip');
  const zip = readFileSync(await download.path());
  for (const name of CT) {
    const original = readFileSync(new URL(`../../fixtures/dicom/${name}`, import.meta.url));
    expect(zip.includes(original)).toBe(true);
  }
  expect(zip.includes('DICOMDIR')).toBe(true);
  await expect(desk.getByText('4 DICOM files are in the zip, as they came')).toBeVisible();
});

test('an exam without any says so', async ({ ready, desk }) => {
  const id = await sealExam(ready.admin, ready.group);
  await openExam(desk, id);
  await save(desk);
  await expect(desk.getByText('This exam has no DICOM files to save')).toBeVisible();
});
