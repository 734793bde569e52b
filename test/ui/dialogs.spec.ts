/** Tests dialogs with typed input: closing in any way asks once; Escape closes only the innermost. */
import type { Page } from '@playwright/test';
import { expect, shareVault, test } from './support/fixtures.ts';
import { openExam, report, sealExam, sealPatient } from './support/report-page.ts';
import { shoot } from './support/shoot.ts';

shareVault();

const form = (page: Page) => page.getByRole('dialog', { name: 'New exam' });
const question = (page: Page) => page.getByRole('dialog', { name: 'Throw away what you typed?' });

test('Escape, Cancel and a click beside it ask once where something was typed, and nothing where not', async ({
  desk,
}) => {
  await desk.keyboard.press('Control+N');
  await expect(form(desk)).toBeVisible();
  await desk.keyboard.press('Escape');
  await expect(form(desk)).toHaveCount(0);

  await desk.keyboard.press('Control+N');
  const title = form(desk).getByRole('textbox', { name: 'Title' });
  await title.fill('CT chest');
  for (const close of [
    () => desk.keyboard.press('Escape'),
    () => form(desk).getByRole('button', { name: 'Cancel' }).click(),
    () => desk.mouse.click(5, 5),
  ]) {
    await close();
    await expect(question(desk).getByRole('button', { name: 'Go on editing' })).toBeFocused();
    // Escape closes only the question.
    await desk.keyboard.press('Escape');
    await expect(question(desk)).toHaveCount(0);
    await expect(title).toHaveValue('CT chest');
  }
  await title.focus();
  await desk.keyboard.press('Escape');
  await shoot(desk, 'throw-away');
  await question(desk).getByRole('button', { name: 'Go on editing' }).click();
  await expect(title).toBeFocused();
  await title.fill('');
  await desk.keyboard.press('Escape');
  await expect(form(desk), 'what was taken back is nothing typed').toHaveCount(0);
});

test('Escape closes a list or a menu in a dialog, not the dialog', async ({ desk, ready }) => {
  await sealPatient(ready.admin, ready.group);
  await desk.keyboard.press('Control+N');
  const patient = form(desk).getByRole('combobox', { name: 'Patient' });
  await patient.fill('kast');
  await expect(form(desk).getByRole('option', { name: /Kastellan/ })).toBeVisible();
  await desk.keyboard.press('Escape');
  await expect(form(desk).getByRole('listbox')).toHaveCount(0);
  await expect(question(desk)).toHaveCount(0);
  await form(desk).getByRole('button', { name: 'Choose Modality' }).click();
  await expect(form(desk).getByRole('menu')).toBeVisible();
  await desk.keyboard.press('Escape');
  await expect(form(desk).getByRole('menu')).toBeHidden();
  await expect(question(desk)).toHaveCount(0);
  await expect(patient).toHaveValue('kast');
  await desk.keyboard.press('Escape');
  await question(desk).getByRole('button', { name: 'Throw away' }).click();
  await expect(form(desk)).toHaveCount(0);
});

test('the words of a critical result are asked about, and the text has the focus again', async ({
  desk,
  ready,
}) => {
  const id = await sealExam(ready.admin, ready.group);
  await openExam(desk, id);
  await expect(report(desk)).toBeFocused();
  await desk
    .getByRole('contentinfo')
    .getByRole('button', { name: /Critical/ })
    .click();
  const critical = desk.getByRole('dialog', { name: 'Critical result' });
  await critical.getByRole('textbox', { name: 'Finding' }).fill('Free air');
  await desk.keyboard.press('Escape');
  await question(desk).getByRole('button', { name: 'Throw away' }).click();
  await expect(desk.getByRole('dialog')).toHaveCount(0);
  await expect(report(desk)).toBeFocused();
});
