/** Tests that submitting a form twice creates one thing, and that a refusal is announced. */
import type { Page, Route } from '@playwright/test';
import { expect, shareVault, test } from './support/fixtures.ts';
import { trackedRecord } from './support/tracked-exam.ts';

shareVault();

/** Submits twice in one turn, faster than any double click. */
async function submitTwice(page: Page): Promise<void> {
  await page
    .locator('form')
    .last()
    .evaluate((form: HTMLFormElement) => {
      form.requestSubmit();
      form.requestSubmit();
    });
}

/** Counts requests to `path` by `method`. */
async function countRequests(page: Page, path: string, method = 'POST'): Promise<() => number> {
  let sent = 0;
  await page.route(`**${path}`, async (route: Route) => {
    if (route.request().method() === method) sent += 1;
    await route.fallback();
  });
  return () => sent;
}

test('two fast submits of "New group" make one group', async ({ desk, ready }) => {
  await desk.goto('/#/settings/groups');
  await desk.getByRole('button', { name: 'New group' }).click();
  await desk.getByRole('textbox', { name: 'Name of the group' }).fill('Thorax board');
  await submitTwice(desk);
  await expect(desk.getByRole('dialog')).toHaveCount(0);
  await expect(desk.getByRole('button', { name: /Thorax board/ })).toHaveCount(1);
  const groups = await ready.admin.groups.list().toArray({ limit: 100 });
  expect(groups.filter(({ name }) => name === 'Thorax board')).toHaveLength(1);
});

test('a group whose answer was lost is found again by the next try', async ({ desk, ready }) => {
  let isLost = true;
  await desk.route('**/v1/groups', async (route) => {
    if (route.request().method() !== 'POST' || !isLost) return route.fallback();
    await route.fetch();
    return route.abort();
  });
  await desk.goto('/#/settings/groups');
  await desk.getByRole('button', { name: 'New group' }).click();
  await desk.getByRole('textbox', { name: 'Name of the group' }).fill('Spine board');
  await desk.keyboard.press('Enter');
  await expect(desk.getByRole('dialog').getByRole('alert')).toBeVisible();
  isLost = false;
  await desk.keyboard.press('Enter');
  await expect(desk.getByRole('dialog')).toHaveCount(0);
  const groups = await ready.admin.groups.list().toArray({ limit: 100 });
  expect(groups.filter(({ name }) => name === 'Spine board')).toHaveLength(1);
});

test('an invite code is shown for the one person that was invited', async ({ desk, ready }) => {
  await desk.goto('/#/settings/people');
  await desk.getByRole('button', { name: 'Invite a person' }).click();
  await desk.getByRole('textbox', { name: 'Name' }).fill('Dr I. Twice');
  const sent = await countRequests(desk, '/v1/principals');
  await submitTwice(desk);
  await expect(desk.getByTestId('invite-code')).not.toBeEmpty();
  expect(sent()).toBe(1);
  const people = await ready.admin.principals.list().toArray({ limit: 100 });
  expect(people.filter((person) => person.display_name === 'Dr I. Twice')).toHaveLength(1);
});

test('a credential is issued once, and its token is the one that opens', async ({ desk, ready }) => {
  await desk.goto('/#/settings/sdk');
  await desk.getByRole('button', { name: 'Issue credential' }).click();
  await desk.getByRole('textbox', { name: 'Name' }).fill('night-import');
  await submitTwice(desk);
  await expect(desk.getByTestId('credential-token')).not.toBeEmpty();
  const credentials = await ready.admin.credentials.list().toArray({ limit: 100 });
  expect(credentials.filter(({ name }) => name === 'night-import')).toHaveLength(1);
});

test('a renewed recovery key is the one in force, and asks for the passphrase', async ({ desk, ready }) => {
  await desk.goto('/#/settings/security');
  await desk.getByRole('button', { name: 'Make a new recovery key' }).click();
  const sent = await countRequests(desk, '/v1/session/recovery-key');
  await desk.getByLabel('Current passphrase').fill(ready.passphrase);
  const renew = desk.locator('.ask-row').getByRole('button', { name: 'Make a new recovery key' });
  await renew.evaluate((button: HTMLButtonElement) => {
    button.click();
    button.click();
  });
  await expect(desk.getByTestId('recovery-key')).not.toBeEmpty();
  expect(sent()).toBe(1);
});

test('two fast submits of a new template, folder, patient and exam make one of each', async ({
  desk,
  ready,
}) => {
  await desk.goto('/#/templates');
  await desk.getByRole('button', { name: 'New template' }).click();
  await desk.getByRole('textbox', { name: 'Template title' }).fill('Twice template');
  await submitTwice(desk);
  await expect(desk).toHaveURL(/#\/templates\/[0-9a-f-]{36}/);

  await desk.goto('/#/patients/new');
  await desk.getByRole('textbox', { name: 'Display name' }).fill('Twice, Tom');
  await submitTwice(desk);
  await expect(desk).toHaveURL(/#\/patients\/[0-9a-f-]{36}$/);

  await desk.goto('/#/worklist');
  await desk.keyboard.press('Control+k');
  await desk.getByRole('dialog').getByRole('combobox').fill('New exam');
  await desk.keyboard.press('Enter');
  await desk.getByRole('textbox', { name: 'Title' }).fill('Twice exam');
  await submitTwice(desk);
  await expect(desk).toHaveURL(/#\/exams\/[0-9a-f-]{36}/);

  await desk.goto(`/#/files/${ready.group}/root`);
  await desk.getByRole('button', { name: 'New folder' }).click();
  await desk.getByRole('textbox', { name: 'Name of the folder' }).fill('Twice folder');
  await submitTwice(desk);
  await expect(desk.getByRole('dialog')).toHaveCount(0);

  const limit = { limit: 100 };
  const templates = await ready.admin.templates.list().toArray(limit);
  const patients = await ready.admin.patients.list().toArray(limit);
  const exams = await ready.admin.exams.list().toArray(limit);
  const nodes = await ready.admin.drive(ready.group).list().toArray(limit);
  expect(templates.filter(({ summary }) => summary?.title === 'Twice template')).toHaveLength(1);
  expect(patients.filter(({ summary }) => summary?.display_name === 'Twice, Tom')).toHaveLength(1);
  expect(exams.filter(({ summary }) => summary?.title === 'Twice exam')).toHaveLength(1);
  expect(nodes.filter(({ name }) => name?.startsWith('Twice folder'))).toHaveLength(1);
});

test('two fast submits about a critical result or a follow-up seal one version each', async ({
  desk,
  ready,
}) => {
  const { index } = await ready.admin.exams.create({
    security_group_id: ready.group,
    record: trackedRecord([]),
  });
  const sealed = async () => (await ready.admin.exams.get(index.document_id)).index.meta.seq;
  await desk.goto('/#/worklist/follow-ups');
  const rows = desk.getByRole('grid', { name: 'Follow-ups' }).locator('[role="row"][aria-selected]');
  const panel = desk.getByRole('complementary', { name: 'Follow-up' });
  await rows.filter({ hasText: 'Pulmonary embolism' }).click();
  await panel.getByRole('button', { name: 'Record who was told' }).click();
  await desk.getByRole('dialog').getByLabel('Told whom').fill('Dr B. Poe');
  await submitTwice(desk);
  await expect(desk.getByRole('dialog')).toHaveCount(0);
  expect(await sealed()).toBe(2);

  await rows.filter({ hasText: 'nodule of 7 mm' }).click();
  await panel.getByRole('combobox').fill('Declined by the patient');
  await submitTwice(desk);
  await expect(panel.getByText('Declined by the patient')).toBeVisible();
  expect(await sealed()).toBe(3);
});

test('a patient is purged once', async ({ desk, ready }) => {
  const { index } = await ready.admin.patients.create({
    security_group_id: ready.group,
    record: { legal_name: 'Once, Olga' },
  });
  await ready.admin.patients.delete(index.document_id);
  await desk.goto('/#/trash');
  const sent = await countRequests(desk, `/v1/patients/${index.document_id}?purge=true`, 'DELETE');
  await desk
    .getByRole('row', { name: /Once, Olga/ })
    .getByRole('button', { name: 'Purge' })
    .click();
  await desk.locator('form.ask').getByRole('textbox').fill('purge');
  await submitTwice(desk);
  await expect(desk.getByRole('row', { name: /Once, Olga/ })).toHaveCount(0);
  expect(sent()).toBe(1);
  await expect(desk.getByRole('alert')).toHaveCount(0);
});

test('a refused passphrase is announced', async ({ page, ready }) => {
  expect(ready.group).toBeTruthy();
  await page.goto('/');
  await page.getByRole('textbox', { name: 'Passphrase' }).fill('not the passphrase at all');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toHaveText(/passphrase/i);
  await expect(page.getByRole('textbox', { name: 'Passphrase' })).toHaveAccessibleDescription(/passphrase/i);
});

test('Enter pressed twice at the door opens one session', async ({ page, ready }) => {
  await page.goto('/');
  await page.getByRole('textbox', { name: 'Passphrase' }).fill(ready.passphrase);
  const sent = await countRequests(page, '/v1/session');
  await submitTwice(page);
  await expect(page.getByRole('link', { name: 'Worklist' })).toBeVisible();
  expect(sent()).toBe(1);
});
