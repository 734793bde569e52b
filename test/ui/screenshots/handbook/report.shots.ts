/** Pictures of the handbook's pages about writing, sealing, signing and giving out a report. */

import { type Clinic, fillClinic } from '#test/ui/screenshots/clinic.ts';
import { expect, goTo, shareVault, test, unlock } from '#test/ui/support/fixtures.ts';
import { openExam, report, sealBeside } from '#test/ui/support/report-page.ts';
import { command, cut, dialog, ROOM } from './cut-picture.ts';

let clinic: Clinic;
shareVault(async (ready, vault) => {
  clinic = await fillClinic(ready, vault);
});

test('the report and what stands beside it', async ({ page }) => {
  await unlock(page);
  await openExam(page, clinic.exam);
  const prior = page.getByRole('tab', { name: /Prior/ });
  const isOpen = await prior.waitFor({ timeout: 5_000 }).then(
    () => true,
    () => false,
  );
  if (!isOpen) await page.keyboard.press('Control+Shift+P');
  await expect(prior).toBeVisible();
  await cut(page, 'prior', page.locator('aside.panel'));
  await cut(page, 'outline', page.locator('nav.outline'));
  await cut(page, 'table', report(page).locator('table').first(), ROOM);
  await cut(page, 'write', report(page).first());
  await report(page).getByText('Follow-up CT in 9 weeks.').click();
  await page.keyboard.press('Control+F');
  await page.keyboard.type('nodule');
  await cut(page, 'find-and-spell', page.getByRole('search', { name: /Find/ }));
  await page.keyboard.press('Escape');
  await report(page).getByText('trace effusion').click();
  await cut(page, 'dictate', report(page).locator('p', { hasText: 'Effusion' }), ROOM);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+Shift+Enter');
  const gate = page.getByRole('complementary', { name: 'Sign as final' });
  await expect(gate).toBeVisible();
  await cut(page, 'sign-gate', gate);
  await page.keyboard.press('Escape');
  for (const [name, words] of [
    ['template', 'Template or macro'],
    ['critical', 'Critical result'],
    ['follow-up', 'Follow-up…'],
    ['hand-over', 'Hand over'],
    ['seal', 'Seal with a reason'],
    ['give-out', 'Give out'],
    ['deidentify', 'De-identified copy'],
    ['send', 'Send to a system'],
  ] as const) {
    await command(page, words);
    await expect(dialog(page).getByRole('heading').first()).toBeVisible();
    await cut(page, name, dialog(page));
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toHaveCount(0);
  }
  await report(page)
    .getByText('No new lesion.')
    .dblclick({ position: { x: 15, y: 10 } });
  await page
    .getByRole('toolbar', { name: 'Report' })
    .getByRole('button', { name: 'Macro', exact: true })
    .click();
  await expect(dialog(page).getByRole('heading').first()).toBeVisible();
  await cut(page, 'macros', dialog(page));
  await page.keyboard.press('Escape');
  await page.keyboard.press('F2');
  await expect(dialog(page).getByRole('heading').first()).toBeVisible();
  await cut(page, 'correct', dialog(page));
  await page.keyboard.press('Escape');
  await report(page).click();
  await page.keyboard.press('Control+P');
  const sheet = page.getByRole('article', { name: 'Page 1' });
  await expect(sheet).toBeVisible();
  await cut(page, 'print', sheet);
  await page.keyboard.press('Escape');
});

test('pictures, versions and two people', async ({ page, ready }) => {
  await unlock(page);
  await openExam(page, clinic.exam);
  await page.keyboard.press('F7');
  const theirs = page.getByRole('button', { name: 'These are theirs' });
  await expect(theirs.first()).toBeVisible();
  while ((await theirs.count()) > 0) await theirs.first().click();
  const canvas = page.locator('canvas[data-painted]').first();
  await expect(canvas).toBeVisible();
  await cut(page, 'pictures', page.getByRole('region', { name: /Pictures/ }).first());
  await cut(page, 'picture-measures', canvas);
  await page.keyboard.press('F7');
  await page.getByRole('tab', { name: /History/ }).click();
  await cut(page, 'history', page.locator('aside.panel'));
  await goTo(page, 'worklist');
  await openExam(page, clinic.exam);
  await report(page).getByText('Follow-up CT in 9 weeks.').click();
  await page.keyboard.press('End');
  await page.keyboard.type(' Earlier if symptoms.');
  await sealBeside(ready.admin, clinic.exam, (html) => html.replace('9 weeks', '12 weeks'));
  await expect(page.getByRole('alert')).toContainText('Nothing is lost.');
  await cut(page, 'conflict', page.getByRole('alert'));
});
