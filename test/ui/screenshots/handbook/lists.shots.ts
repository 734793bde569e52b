/** Pictures of the handbook's pages about lists, settings and dialogs that need no report. */
import { readFileSync } from 'node:fs';
import { type Clinic, fillClinic } from '#test/ui/screenshots/clinic.ts';
import { expect, goTo, shareVault, test, unlock } from '#test/ui/support/fixtures.ts';
import { openExam } from '#test/ui/support/report-page.ts';
import { command, cut, dialog, ROOM } from './cut-picture.ts';

let clinic: Clinic;
shareVault(async (ready, vault) => {
  clinic = await fillClinic(ready, vault);
});

test('lists and settings', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('button', { name: 'Unlock', exact: true })).toBeVisible();
  await cut(page, 'unlock', page.locator('.gate-form > div').first(), ROOM);
  await unlock(page);
  await expect(page.getByRole('grid')).toBeVisible();
  await cut(page, 'worklist', page.locator('.cols').first());
  await page.keyboard.press('Control+K');
  await page.getByRole('combobox').fill('go to');
  await cut(page, 'palette', dialog(page));
  await page.keyboard.press('Escape');
  await page.keyboard.press('Alt+N');
  await expect(dialog(page).getByRole('heading').first()).toBeVisible();
  await cut(page, 'new-exam', dialog(page));
  await page.keyboard.press('Escape');
  for (const [name, words] of [
    ['keys', 'Keyboard shortcuts'],
    ['fetch', 'Fetch…'],
    ['import', 'Import FHIR'],
  ] as const) {
    await command(page, words);
    await expect(dialog(page).getByRole('heading').first()).toBeVisible();
    await cut(page, name, dialog(page));
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toHaveCount(0);
  }
  await page.keyboard.press('Control+Shift+F');
  await page.keyboard.type('kastellan chest');
  await expect(page.getByRole('grid', { name: 'Exams' })).toBeVisible();
  await cut(page, 'search', page.getByRole('main').first());
  await page.keyboard.press('Escape');
  for (const [name, route] of [
    ['backup', 'settings/backup'],
    ['audit', 'settings/audit'],
    ['people', 'settings/people'],
    ['appearance', 'settings/appearance'],
  ] as const) {
    await goTo(page, route);
    const main = page.getByRole('main').first();
    await expect(main.getByRole('table').or(main.getByRole('button')).first()).toBeVisible();
    // What is read for these screens has no state to wait for.
    await page.waitForTimeout(500);
    await cut(page, name, main);
  }
  await goTo(page, 'settings');
  await expect(page.getByRole('searchbox').or(page.getByRole('textbox')).first()).toBeVisible();
  await cut(page, 'settings', page.getByRole('main').first());
  await goTo(page, 'files');
  await expect(page.getByRole('grid')).toBeVisible();
  await cut(page, 'files', page.getByRole('main').first());
  await goTo(page, 'trash');
  await expect(page.getByText('Entered twice')).toBeVisible();
  await cut(page, 'trash', page.getByRole('main').first());
});

test('a signed report, and its check', async ({ page }) => {
  await unlock(page);
  await openExam(page, clinic.signed);
  const banner = page.getByTestId('signature-banner');
  const payloads = [];
  for (const name of ['Save report', 'Save signature file']) {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      banner.getByRole('button', { name }).click(),
    ]);
    const buffer = readFileSync(await download.path());
    payloads.push({ name: download.suggestedFilename(), mimeType: 'application/octet-stream', buffer });
  }
  await banner.getByRole('button', { name: 'Details' }).click();
  await cut(page, 'co-sign', page.getByRole('complementary', { name: 'Signatures' }));
  await command(page, 'Amend the report');
  await expect(dialog(page).getByRole('heading').first()).toBeVisible();
  await cut(page, 'amend', dialog(page));
  await page.keyboard.press('Escape');
  await goTo(page, 'verify');
  await page.getByTestId('verify-files').setInputFiles(payloads);
  await expect(page.getByText('1 report checked')).toBeVisible();
  await cut(page, 'verify', page.getByRole('region', { name: 'Results' }), ROOM);
});
