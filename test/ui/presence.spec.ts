/** Tests two people at one exam: each sees the other within seconds, and only while present. */
import type { Page } from '@playwright/test';
import type { VaultClient } from '#sdk/client.ts';
import { expectAccessible } from './support/axe.ts';
import { expect, goTo, shareVault, test, unlock } from './support/fixtures.ts';
import { caretAfter, draftSaved, openExam, sealExam } from './support/report-page.ts';
import { joinColleague, theirWindow } from './support/their-window.ts';
import type { InitializedVault } from './support/ui-vault.ts';

const THEIRS = { name: 'Dr B. Lund', passphrase: 'violet lantern ninth harbour' };
let colleague: VaultClient;

shareVault(async (ready, vault) => {
  colleague = await joinColleague(ready, vault, THEIRS);
});

const newExam = (ready: InitializedVault) => sealExam(ready.admin, ready.group);

/** Returns announcements about others beside the save status. */
const others = (page: Page) => page.locator('.saveline [role=status]:not(.save)');

test('each sees the other reading and writing; who leaves is gone', async ({
  ready,
  desk,
  browser,
  vault,
}) => {
  const id = await newExam(ready);
  const { page: theirs, context } = await theirWindow(browser, vault, THEIRS);
  await openExam(theirs, id);
  await expect(others(theirs)).toHaveText('');
  await openExam(desk, id);
  await expect(others(desk)).toHaveText('Dr B. Lund is reading this report');
  await expect(others(theirs)).toHaveText('Dr A. Roe is reading this report');
  await caretAfter(theirs, 'Lungs clear.');
  await theirs.keyboard.type(' Mine.');
  await expect(others(desk)).toHaveText('Dr B. Lund is writing in this report');
  await expectAccessible(desk, 'presence');
  await draftSaved(theirs);
  await goTo(theirs, 'worklist');
  await expect(others(desk)).toHaveText('');
  await openExam(theirs, id);
  await expect(others(desk)).toContainText('Dr B. Lund');
  await theirs.getByRole('button', { name: 'Lock', exact: true }).click();
  await expect(others(desk)).toHaveText('');
  await context.close();
});

test('a window that is shut or dies is gone within seconds', async ({ ready, desk, browser, vault }) => {
  const id = await newExam(ready);
  const { page: theirs, context } = await theirWindow(browser, vault, THEIRS);
  await openExam(theirs, id);
  await openExam(desk, id);
  await expect(others(desk)).toHaveText('Dr B. Lund is reading this report');
  await context.close();
  await expect(others(desk)).toHaveText('');
});

test('a second window of one’s own and a program are told as what they are', async ({
  ready,
  desk,
  browser,
  vault,
}) => {
  const id = await newExam(ready);
  await openExam(desk, id);
  const context = await browser.newContext({
    baseURL: vault.url,
    ignoreHTTPSErrors: true,
    clientCertificates: [vault.clientCertificate],
  });
  const second = await context.newPage();
  await unlock(second, ready.passphrase);
  await openExam(second, id);
  await expect(others(desk)).toHaveText('This report is also open in another of your windows');
  await colleague.exams.presence.stay(id, 'writing');
  await expect(others(desk)).toHaveText('Open elsewhere too: you in another window and Dr B. Lund');
  await colleague.exams.presence.leave(id);
  await context.close();
  await expect(others(desk)).toHaveText('');
});
