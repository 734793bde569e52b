/** Tests palette commands without a key in an open report. */
import type { Page } from '@playwright/test';
import { expect, goTo, shareVault, test } from './support/fixtures.ts';
import { field, openExam, report, saveState, sealExam, sealPatient, section } from './support/report-page.ts';
import { shoot } from './support/shoot.ts';

shareVault();

async function moveToTrash(page: Page): Promise<void> {
  await page
    .getByRole('dialog', { name: /to the trash/ })
    .getByRole('button', { name: 'Move to trash' })
    .click();
}

async function run(page: Page, words: string): Promise<void> {
  await page.keyboard.press('Control+K');
  const palette = page.getByRole('dialog', { name: 'Commands' });
  await expect(palette.getByRole('combobox', { name: 'Command' })).toBeFocused();
  await page.keyboard.type(words);
  await expect(palette.getByRole('option').first()).toContainText(words);
  await page.keyboard.press('Enter');
  await expect(palette).toHaveCount(0);
}

test('symbols, tables and all normal act in the text, which keeps the focus', async ({ desk, ready }) => {
  const html = section(
    '59776-5',
    'Findings',
    `<p>Liver ${field('liver', 'Liver', { preset: 'normal' })}.</p><p></p>`,
  );
  await openExam(desk, await sealExam(ready.admin, ready.group, { html }));
  await run(desk, 'All normal');
  await expect(report(desk).locator('[data-field]')).toHaveAttribute('data-field-filled', 'true');
  await expect(report(desk)).toBeFocused();
  await desk.keyboard.press('Control+End');
  await run(desk, 'New measurement table');
  await expect(report(desk).getByRole('table')).toHaveCount(1);
  await expect(report(desk)).toBeFocused();
  await run(desk, 'Symbols');
  await desk.getByRole('menuitem', { name: '±' }).click();
  await expect(report(desk)).toContainText('±');
  await expect(report(desk)).toBeFocused();
});

test('addendum and amend open a signed report again', async ({ desk, ready }) => {
  await openExam(desk, await sealExam(ready.admin, ready.group, { status: 'final' }));
  // There is no draft, so no local history.
  const lookBack = 'Draft history';
  await desk.keyboard.press('Control+K');
  await desk.keyboard.type(lookBack);
  await expect(desk.getByRole('combobox', { name: 'Command' })).toHaveValue(lookBack);
  await expect(desk.getByRole('option', { name: lookBack })).toHaveCount(0);
  await desk.keyboard.press('Escape');
  await run(desk, 'Amend');
  await expect(desk.getByRole('dialog', { name: 'Amend a final report' })).toBeVisible();
  await desk.keyboard.press('Escape');
  await run(desk, 'Add addendum');
  await expect(saveState(desk)).toContainText('the signed text above stays as it is');
  await expect(report(desk)).toBeFocused();
  await run(desk, lookBack);
});

test('archive and trash put the exam away and can be taken back', async ({ desk, ready }) => {
  const id = await sealExam(ready.admin, ready.group, { title: 'Put away' });
  for (const [words, undone] of [
    ['Archive', 'is_archived'],
    ['Move to trash', 'is_deleted'],
  ] as const) {
    await openExam(desk, id);
    await run(desk, words);
    if (undone === 'is_deleted') await moveToTrash(desk);
    await expect(desk.getByRole('grid', { name: 'Exams' }).or(desk.getByText('No exam'))).toBeVisible();
    expect((await ready.admin.exams.get(id)).index[undone]).toBe(true);
    await desk.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(async () => (await ready.admin.exams.get(id)).index[undone]).toBe(false);
    await goTo(desk, 'worklist');
  }
});

test('the word of a place leads there, not to the act of the same word', async ({ desk, ready }) => {
  const id = await sealExam(ready.admin, ready.group, { status: 'final', title: 'CT signed' });
  await openExam(desk, id);
  for (const [words, place] of [
    ['trash', 'Go to the trash'],
    ['archiv', 'Archived'],
    ['all', 'All exams'],
  ] as const) {
    await desk.keyboard.press('Control+K');
    await expect(desk.getByRole('combobox', { name: 'Command' })).toBeFocused();
    await desk.keyboard.type(words);
    await expect(desk.getByRole('option').first()).toContainText(place);
    await desk.keyboard.press('Escape');
  }
  await desk.keyboard.press('Control+K');
  await desk.keyboard.type('trash');
  await desk.keyboard.press('Enter');
  await expect(desk.getByRole('heading', { name: 'Trash', level: 1 })).toBeVisible();
  expect((await ready.admin.exams.get(id)).index.is_deleted).toBe(false);
});

test('trash asks once, by the names of exam and patient, and Enter keeps the exam', async ({
  desk,
  ready,
}) => {
  const patient_id = await sealPatient(ready.admin, ready.group);
  const id = await sealExam(ready.admin, ready.group, { status: 'final', title: 'CT signed', patient_id });
  const ask = desk.getByRole('dialog', { name: 'Move «CT signed» to the trash?' });
  const isDeleted = async () => (await ready.admin.exams.get(id)).index.is_deleted;
  await openExam(desk, id);
  await run(desk, 'Move to trash');
  await expect(ask).toContainText('Kastellan, Mirela');
  await expect(ask).toContainText('14 Mar 1961');
  await expect(ask).toContainText('CT signed');
  await expect(ask).toContainText('This report is signed.');
  await shoot(desk, 'palette-trash-question');
  await desk.keyboard.press('Enter');
  await expect(ask).toHaveCount(0);
  expect(await isDeleted()).toBe(false);
  await run(desk, 'Entered in error');
  const withdraw = desk.getByRole('dialog', { name: 'Mark as entered in error' });
  await expect(withdraw).toContainText('Kastellan, Mirela');
  await expect(withdraw).toContainText('14 Mar 1961');
  await desk.keyboard.press('Escape');

  // The same for the exam selected in the worklist.
  await goTo(desk, 'worklist');
  await desk.getByRole('button', { name: /^All exams/ }).click();
  await desk.getByRole('row', { name: /Kastellan/ }).click();
  await run(desk, 'Move to trash');
  await expect(ask).toContainText('Kastellan, Mirela');
  await desk.keyboard.press('Enter');
  await expect(ask).toHaveCount(0);
  expect(await isDeleted()).toBe(false);
  await run(desk, 'Move to trash');
  await ask.getByRole('button', { name: 'Move to trash' }).click();
  await expect.poll(isDeleted).toBe(true);
});

test('starting from a prior is found while its panel is closed, and the prior comes first', async ({
  desk,
  ready,
}) => {
  const patient_id = await sealPatient(ready.admin, ready.group);
  await sealExam(ready.admin, ready.group, { patient_id, exam_date: '2026-02-10', status: 'final' });
  await openExam(desk, await sealExam(ready.admin, ready.group, { patient_id, html: '<p>New.</p>' }));
  const panel = desk.getByRole('complementary', { name: 'Prior' });
  await expect(panel).toBeVisible();
  await desk.keyboard.press('Control+Shift+P');
  await expect(panel).toHaveCount(0);
  await run(desk, 'Start from prior');
  await expect(panel.getByRole('button', { name: 'Start from prior' })).toBeVisible();
  await expect(report(desk)).toHaveText('New.');
});

test('the letter and co-signing are found by their own words', async ({ desk, ready }) => {
  await openExam(desk, await sealExam(ready.admin, ready.group, { status: 'final' }));
  for (const [words, name] of [
    ['letter', /^Print or save as PDF/],
    ['co-sign', /^Signatures and co-signing/],
  ] as const) {
    await desk.keyboard.press('Control+K');
    await desk.getByRole('combobox', { name: 'Command' }).fill(words);
    await expect(desk.getByRole('option', { name })).toBeVisible();
    await desk.keyboard.press('Escape');
  }
});
