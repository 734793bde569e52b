/**
 * Tests forms in panels and dialogs: typed input is never discarded unasked, and a lock keeps it for the same person.
 */
import type { Page } from '@playwright/test';
import { expect, goTo, shareVault, test } from './support/fixtures.ts';
import { holdRequests } from './support/hold-requests.ts';
import { openExam, sealExam, sealPatient } from './support/report-page.ts';
import { shoot } from './support/shoot.ts';
import { trackedRecord } from './support/tracked-exam.ts';

shareVault();

const question = (page: Page) => page.getByRole('dialog', { name: 'Throw away what you typed?' });
const passphrase = (page: Page) => page.getByRole('textbox', { name: 'Passphrase', exact: true });

async function stay(page: Page): Promise<void> {
  await question(page).getByRole('button', { name: 'Go on editing' }).click();
  await expect(question(page)).toHaveCount(0);
}

const throwAway = (page: Page) => question(page).getByRole('button', { name: 'Throw away' }).click();

async function lockAndUnlock(page: Page, words: string): Promise<void> {
  await page.keyboard.press('Control+Alt+L');
  await expect(passphrase(page)).toBeFocused();
  await expect(page.getByText(/unsaved text is safe/)).toBeVisible();
  await page.keyboard.type(words);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('link', { name: 'Worklist' })).toBeVisible();
}

test('a form in a panel asks before Escape, Cancel, a link and Back take it away', async ({ desk }) => {
  await goTo(desk, 'settings/people');
  await desk.getByRole('button', { name: 'Invite a person' }).click();
  const panel = desk.getByRole('complementary', { name: 'Invite a person' });
  await desk.keyboard.press('Escape');
  await expect(panel, 'nothing was typed').toHaveCount(0);

  await desk.getByRole('button', { name: 'Invite a person' }).click();
  const name = panel.getByRole('textbox', { name: 'Name' });
  await name.fill('Dr N. Forgotten');
  for (const leave of [
    () => desk.evaluate(() => history.back()),
    () => desk.keyboard.press('Escape'),
    () => panel.getByRole('button', { name: 'Cancel' }).click(),
    () => desk.getByRole('link', { name: 'Worklist' }).click(),
    () => desk.getByRole('link', { name: 'Appearance' }).click(),
  ]) {
    await leave();
    await expect(question(desk).getByRole('button', { name: 'Go on editing' })).toBeFocused();
    await stay(desk);
    await expect(name).toHaveValue('Dr N. Forgotten');
  }
  await desk.getByRole('link', { name: 'Patients' }).click();
  await shoot(desk, 'panel-throw-away');
  await throwAway(desk);
  await expect(desk.getByRole('heading', { name: 'Patients', level: 1 })).toBeVisible();
  await expect(question(desk)).toHaveCount(0);
});

test('another record in the list asks before the panel of this one goes', async ({ desk, ready }) => {
  await ready.admin.exams.create({ security_group_id: ready.group, record: trackedRecord([]) });
  await goTo(desk, 'worklist/follow-ups');
  const rows = desk.getByRole('grid', { name: 'Follow-ups' }).locator('[role="row"][aria-selected]');
  const panel = desk.getByRole('complementary', { name: 'Follow-up' });
  await rows.filter({ hasText: 'nodule of 7 mm' }).click();
  const reason = panel.getByRole('combobox');
  await reason.fill('Seen elsewhere, letter of May');
  await rows.filter({ hasText: 'Pulmonary embolism' }).click();
  await stay(desk);
  await expect(reason).toHaveValue('Seen elsewhere, letter of May');
  await rows.filter({ hasText: 'Pulmonary embolism' }).click();
  await throwAway(desk);
  await expect(panel.getByRole('button', { name: 'Record who was told' })).toBeVisible();
  await rows.filter({ hasText: 'nodule of 7 mm' }).click();
  await expect(reason).toHaveValue('');

  await reason.fill('Declined, told me so');
  await lockAndUnlock(desk, ready.passphrase);
  await expect(reason).toHaveValue('Declined, told me so');
});

test('Back asks before a dialog of the report is left, and leaves after it', async ({ desk, ready }) => {
  const id = await sealExam(ready.admin, ready.group);
  await goTo(desk, 'patients');
  await openExam(desk, id);
  await desk.getByRole('button', { name: 'Critical result: none recorded' }).click();
  const dialog = desk.getByRole('dialog', { name: 'Critical result' });
  await dialog.getByRole('textbox', { name: 'Finding' }).fill('Free air');
  await desk.evaluate(() => history.back());
  await stay(desk);
  await expect(dialog.getByRole('textbox', { name: 'Finding' })).toHaveValue('Free air');
  await goTo(desk, 'patients');
  await throwAway(desk);
  await expect(desk.getByRole('heading', { name: 'Patients', level: 1 })).toBeVisible();
});

test('a lock keeps what stands in a dialog, and opens it again with it', async ({ desk, ready }) => {
  await sealPatient(ready.admin, ready.group);
  const id = await sealExam(ready.admin, ready.group);
  await openExam(desk, id);
  await desk.getByRole('button', { name: 'Critical result: none recorded' }).click();
  const critical = desk.getByRole('dialog', { name: 'Critical result' });
  await critical.getByRole('textbox', { name: 'Finding' }).fill('Tension pneumothorax');
  await critical.getByLabel('Told whom').fill('Dr Stand, stroke unit');
  await critical.getByLabel('How', { exact: true }).selectOption({ index: 1 });
  await critical.getByText('Read back by the receiver').click();
  await lockAndUnlock(desk, ready.passphrase);
  await expect(critical.getByRole('textbox', { name: 'Finding' })).toHaveValue('Tension pneumothorax');
  await expect(critical.getByLabel('Told whom')).toHaveValue('Dr Stand, stroke unit');
  await expect(critical.getByLabel('How', { exact: true })).not.toHaveValue('phone');
  await expect(critical.getByRole('checkbox')).toBeChecked();
  await desk.keyboard.press('Escape');
  await throwAway(desk);

  await goTo(desk, 'worklist');
  await desk.keyboard.press('Control+N');
  const exam = desk.getByRole('dialog', { name: 'New exam' });
  await desk.keyboard.type('kast');
  await desk.keyboard.press('Enter');
  await exam.getByRole('textbox', { name: 'Title' }).fill('MR knee right');
  await lockAndUnlock(desk, ready.passphrase);
  await expect(exam.getByText('Kastellan, Mirela')).toBeVisible();
  await expect(exam.getByRole('textbox', { name: 'Title' })).toHaveValue('MR knee right');
  await shoot(desk, 'kept-over-lock');
  await exam.getByRole('button', { name: 'Create' }).click();
  await expect(desk.getByTestId('report-shell')).toBeVisible();
});

test('what is typed at the door while a lock still runs stays, over an open dialog too', async ({
  desk,
  ready,
}) => {
  await desk.keyboard.press('Control+N');
  await desk
    .getByRole('dialog', { name: 'New exam' })
    .getByRole('textbox', { name: 'Title' })
    .fill('CT head');
  const held = await holdRequests(desk, '**/v1/session/lock');
  await desk.keyboard.press('Control+Alt+L');
  await held.asked;
  await expect(passphrase(desk)).toBeFocused();
  await desk.keyboard.type(ready.passphrase.slice(0, 6));
  held.release();
  await expect(desk.locator('.app')).toHaveCount(0);
  await expect(passphrase(desk)).toBeFocused();
  await desk.keyboard.type(ready.passphrase.slice(6));
  await expect(passphrase(desk)).toHaveValue(ready.passphrase);
  await desk.keyboard.press('Enter');
  await expect(desk.getByRole('link', { name: 'Worklist' })).toBeVisible();
});

/** Reloads like the person does, and stays by the answer to the browser's own question. */
async function reloadAndStay(page: Page): Promise<void> {
  const asked = page.waitForEvent('dialog');
  const reloaded = page.evaluate(() => location.reload());
  const dialog = await asked;
  expect(dialog.type()).toBe('beforeunload');
  await dialog.dismiss();
  await reloaded;
}

test('a typed patient form asks before the page is reloaded, and an untouched one does not', async ({
  desk,
}) => {
  await goTo(desk, 'patients/new');
  const name = desk.getByRole('textbox', { name: 'Legal name' });
  await name.fill('Forgotten, Nora');
  await reloadAndStay(desk);
  await expect(name).toHaveValue('Forgotten, Nora');
  await desk.getByRole('button', { name: 'Cancel' }).click();
  await desk.getByRole('dialog').getByRole('button').nth(1).click();
  await expect(desk.getByRole('heading', { name: 'Patients', level: 1 })).toBeVisible();
  await desk.reload();
});

test('a typed form in a dialog or panel asks before the page is reloaded', async ({ desk }) => {
  await desk.keyboard.press('Control+N');
  const title = desk.getByRole('dialog', { name: 'New exam' }).getByRole('textbox', { name: 'Title' });
  await title.fill('CT head');
  await reloadAndStay(desk);
  await expect(title).toHaveValue('CT head');
  await desk.keyboard.press('Escape');
  await throwAway(desk);
  await goTo(desk, 'settings/people');
  await desk.getByRole('button', { name: 'Invite a person' }).click();
  const name = desk
    .getByRole('complementary', { name: 'Invite a person' })
    .getByRole('textbox', { name: 'Name' });
  await name.fill('Dr N. Forgotten');
  await reloadAndStay(desk);
  await expect(name).toHaveValue('Dr N. Forgotten');
});
