/** Steps shared by picture specs: files of an exam, viewports, painted pixels. */
import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import type { VaultClient } from '#sdk/client.ts';
import { expect } from './fixtures.ts';
import { openExam } from './report-page.ts';

const dicom = (name: string): Blob =>
  new Blob([readFileSync(new URL(`../../fixtures/dicom/${name}`, import.meta.url))]);

/** The four slices of one CT of the sample set. */
export const CT = ['17106', '17136', '17166', '17196'].map((name) => `dicomdir/77654033/CT2/${name}`);

export async function attach(
  client: VaultClient,
  group: string,
  examId: string,
  names: readonly string[],
): Promise<void> {
  for (const name of names) {
    await client.drive(group).upload(dicom(name), { name: name.replaceAll('/', '-'), exam_id: examId });
  }
  // Series appear once every header is read, by a process that starts first.
  await expect
    .poll(
      async () => {
        const { items, waiting } = await client.drive(group).series(examId);
        return waiting === 0 && items.length > 0;
      },
      { timeout: 240_000 },
    )
    .toBe(true);
}

export const tile = (page: Page, at = 0): Locator => page.locator(`[data-tile="${at}"]`);
export const painted = (page: Page, at = 0): Locator => tile(page, at).locator('canvas[data-painted]');

/** Confirms the patient, because the samples name other people. */
export const theirs = (page: Page): Locator => page.getByRole('button', { name: 'These are theirs' });

export async function openPictures(page: Page, id: string): Promise<void> {
  await askedPictures(page, id);
  const none = page.locator('.vt-none');
  await expect(
    theirs(page).or(painted(page)).or(tile(page).getByRole('alert')).or(none).first(),
  ).toBeVisible();
  if ((await theirs(page).count()) === 0) return;
  await theirs(page).first().click();
  await expect(tile(page)).toBeFocused();
}

/** Opens the pictures, with the question about their patient if necessary. */
export async function askedPictures(page: Page, id: string): Promise<void> {
  await openExam(page, id);
  await page.keyboard.press('F7');
  await expect(page.getByRole('region', { name: 'Pictures' })).toBeVisible();
}
