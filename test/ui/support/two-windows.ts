/** Steps of specs in which two windows of one person work on a report. */
import type { Page } from '@playwright/test';
import { expect, unlock } from './fixtures.ts';
import { caretAfter, openExam } from './report-page.ts';

/** Opens the report in this window and in a second one, which is returned. */
export async function twoWindows(desk: Page, id: string, passphrase: string): Promise<Page> {
  const second = await desk.context().newPage();
  await unlock(second, passphrase);
  await openExam(desk, id);
  await openExam(second, id);
  return second;
}

export async function addendum(page: Page, words: string): Promise<void> {
  await page.getByRole('button', { name: 'Add addendum' }).click();
  await page.keyboard.type(words);
}

/** Opens the signed report for amending; the reason is "Looked again". */
export async function openForAmending(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Amend' }).click();
  const dialog = page.getByRole('dialog', { name: 'Amend a final report' });
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Looked again');
  await dialog.getByRole('button', { name: 'Open for amending' }).click();
}

export async function amend(page: Page, words: string): Promise<void> {
  await openForAmending(page);
  await caretAfter(page, 'Lungs clear.');
  await page.keyboard.type(words);
}

/** The banner about a draft of the other window. */
export const told = (page: Page) =>
  page.getByRole('alert').filter({ hasText: 'another draft of this report' });

export async function keepMine(page: Page): Promise<void> {
  await told(page).getByRole('button', { name: 'Keep mine' }).click();
  await expect(told(page)).toHaveCount(0);
}
