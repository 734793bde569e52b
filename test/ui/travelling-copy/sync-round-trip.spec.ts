/** Tests a copy beside its home vault: edited offline, pushed, and compared where both sides changed. */
import type { Page } from '@playwright/test';
import { expectAccessible } from '#test/ui/support/axe.ts';
import { test as base, expect, goTo, unlock } from '#test/ui/support/fixtures.ts';
import { atVersion, caretAfter, openExam, sealBeside, sealExam } from '#test/ui/support/report-page.ts';
import { shoot } from '#test/ui/support/shoot.ts';
import { type Clinic, takeAlong } from '#test/ui/support/travelling-copy.ts';
import { PASSPHRASE, startReadyVault, type UiVault } from '#test/ui/support/ui-vault.ts';

/** `page` and `vault` are the copy's, `clinic` is the home vault. */
const test = base.extend<{ readonly clinic: Clinic }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from its first parameter
  clinic: async ({}, use) => {
    const clinic = await startReadyVault();
    await use(clinic);
    await clinic.vault.close();
  },
  started: async ({ clinic }, use) => {
    const vault = await takeAlong(clinic);
    await use({ vault, ready: clinic.ready });
    await vault.close();
  },
});

const away = (page: Page) => page.getByRole('banner').getByRole('link', { name: /Away|change/ });

/** Starts a sync on the copy's page and waits for its connection state. */
async function exchange(page: Page, standing: 'with the clinic' | RegExp): Promise<void> {
  await goTo(page, 'settings/travel');
  const main = page.getByRole('main', { name: 'Travelling copy' });
  await main.getByRole('button', { name: 'Exchange now' }).click();
  await expect(main.getByText(standing, { exact: true })).toBeVisible();
  await expect(main.getByRole('button', { name: 'Exchange now' })).not.toHaveAttribute('aria-disabled');
}

/** Seals version 2 with added words while the home vault is unreachable. */
async function sealAway(page: Page, examId: string, words: string): Promise<void> {
  await openExam(page, examId);
  await caretAfter(page, 'No acute finding.');
  await page.keyboard.type(words);
  await page.keyboard.press('Control+Enter');
  await atVersion(page, 2);
  await exchange(page, /away since/);
}

/** Restarts the home vault's server; returns the founder's client. */
async function backAt(vault: UiVault, comeBack: () => Promise<void>) {
  await comeBack();
  const client = vault.client();
  await client.session.open({ passphrase: PASSPHRASE });
  return client;
}

test.slow();

test('what is sealed away waits, is counted in the title bar, and is the clinic’s after an exchange', async ({
  clinic,
  page,
}) => {
  const id = await sealExam(clinic.ready.admin, clinic.ready.group);
  await unlock(page);
  await exchange(page, 'with the clinic');
  await expect(page.getByRole('table', { name: 'Taken along' })).toContainText('1 exam');
  await expect(away(page)).toHaveCount(0);
  const comeBack = await clinic.vault.stop();
  await sealAway(page, id, ' Written away.');
  await expect(away(page)).toHaveText('Away, 1 change waits');
  await expect(page.getByRole('table', { name: 'Changes that wait' })).toContainText('CT chest');
  const admin = await backAt(clinic.vault, comeBack);
  await exchange(page, 'with the clinic');
  await expect(away(page)).toHaveCount(0);
  const { record, index } = await admin.exams.get(id);
  expect(index.meta.seq).toBe(2);
  expect(record.report_html).toContain('Written away.');
});

test('where both sides wrote, the clinic’s text and mine are compared, and the result is one more version there', async ({
  clinic,
  page,
}) => {
  const id = await sealExam(clinic.ready.admin, clinic.ready.group);
  await unlock(page);
  await exchange(page, 'with the clinic');
  const comeBack = await clinic.vault.stop();
  await sealAway(page, id, ' My words.');
  const admin = await backAt(clinic.vault, comeBack);
  await sealBeside(admin, id, (html) => html.replace('No acute finding.', 'No acute finding at all.'));
  await exchange(page, 'with the clinic');
  await expect(page.getByRole('region', { name: 'Notices' })).toContainText(
    'The clinic has another version of 1 report.',
  );
  await expect(away(page)).toHaveText('1 change to compare');
  await page.getByRole('link', { name: /^Compare/ }).click();
  await expect(page.getByRole('alert')).toContainText(
    'While you were away Dr A. Roe sealed version 2 at the clinic',
  );
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  await page
    .getByRole('radiogroup', { name: 'Impression: take' })
    .getByRole('radio', { name: 'Both' })
    .click();
  await page.keyboard.press('Control+Enter');
  await atVersion(page, 3);
  await exchange(page, 'with the clinic');
  await expect(away(page)).toHaveCount(0);
  const { record, index } = await admin.exams.get(id);
  expect(index.meta.seq).toBe(3);
  for (const text of ['No acute finding at all.', 'My words.']) expect(record.report_html).toContain(text);
});

test('a file added away waits by its name, is the clinic’s after an exchange, and one of the clinic says where it is', async ({
  clinic,
  page,
}) => {
  const drive = clinic.ready.admin.drive(clinic.ready.group);
  await drive.upload(Buffer.from('at the clinic'), { name: 'there.txt' });
  await unlock(page);
  await exchange(page, 'with the clinic');
  const comeBack = await clinic.vault.stop();
  await goTo(page, 'files');
  await expect(page.getByRole('row', { name: /there\.txt/ })).toContainText('at the clinic');
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Upload' }).click();
  const content = Buffer.from('added away');
  await (await choosing).setFiles({ name: 'away.txt', mimeType: 'text/plain', buffer: content });
  await expect(page.getByRole('row', { name: /away\.txt/ })).toBeVisible();
  await exchange(page, /away since/);
  await expect(page.getByRole('table', { name: 'Changes that wait' })).toContainText('away.txt');
  const admin = await backAt(clinic.vault, comeBack);
  await exchange(page, 'with the clinic');
  await expect(away(page)).toHaveCount(0);
  const there = admin.drive(clinic.ready.group);
  const node = (await there.list().toArray({ limit: 9 })).find(({ name }) => name === 'away.txt');
  expect(Buffer.from(await (await there.download(node?.node_id ?? '')).bytes())).toEqual(content);
});

test('the files of an exam that is always taken along are here after an exchange', async ({
  clinic,
  vault,
  page,
}) => {
  const exam_id = await sealExam(clinic.ready.admin, clinic.ready.group);
  await clinic.ready.admin
    .drive(clinic.ready.group)
    .upload(Buffer.from('a letter'), { name: 'letter.txt', exam_id });
  await unlock(page);
  await exchange(page, 'with the clinic');
  await openExam(page, exam_id);
  await page.keyboard.press('Control+Shift+P');
  await page.getByRole('tab', { name: /Files/ }).click();
  const panel = page.getByRole('complementary', { name: 'Files' });
  await panel.getByRole('switch', { name: 'Always take along' }).check();
  await expect(panel).toContainText('0 of 1 files are on this computer');
  await expectAccessible(page, 'files of an exam, pinned');
  await shoot(page, 'travel-pin');
  await exchange(page, 'with the clinic');
  const copy = vault.client();
  await copy.session.open({ passphrase: PASSPHRASE });
  expect((await copy.copy.status()).pins).toMatchObject([{ exam_id, files: 1, files_here: 1 }]);
});

test('a file renamed on both sides bears the clinic’s name; mine is shown beside it, and taken', async ({
  clinic,
  page,
  vault,
}) => {
  const there = clinic.ready.admin.drive(clinic.ready.group);
  const { node_id } = await there.upload(Buffer.from('a scan'), { name: 'scan.txt' });
  await unlock(page);
  await exchange(page, 'with the clinic');
  const client = vault.client();
  await client.session.open({ passphrase: PASSPHRASE });
  await client.drive(clinic.ready.group).patch(node_id, { name: 'mine.txt' });
  await there.patch(node_id, { name: 'theirs.txt' });
  await exchange(page, 'with the clinic');
  await expect(away(page)).toHaveText('1 change to compare');
  const row = page.getByRole('row', { name: /theirs\.txt/ });
  await expect(row).toContainText('You named it «mine.txt». It now has the clinic’s name.');
  await expectAccessible(page, 'renamed on both sides');
  await shoot(page, 'travel-renamed');
  await row.getByRole('button', { name: 'Use mine' }).click();
  await exchange(page, 'with the clinic');
  await expect(away(page)).toHaveCount(0);
  expect((await there.get(node_id)).name).toBe('mine.txt');
});
