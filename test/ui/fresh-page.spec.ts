/** Tests the shared page context: one test's traces are invisible to the next. */
import type { Page } from '@playwright/test';
import { expect, shareVault, test } from './support/fixtures.ts';

shareVault();

const LEFT = 'left behind';
const NOTHING = {
  local: null,
  session: null,
  cookies: '',
  databases: false,
  caches: false,
  name: '',
  asked: 404,
};

/** Returns what a page finds of earlier ones. */
const found = (page: Page) =>
  page.evaluate(
    async (left) => ({
      local: localStorage.getItem(left),
      session: sessionStorage.getItem(left),
      cookies: document.cookie,
      databases: (await indexedDB.databases()).some(({ name }) => name === left),
      caches: await caches.has(left),
      name: window.name,
      asked: await fetch('/v1/nowhere').then(({ status }) => status),
    }),
    LEFT,
  );

async function leaveSomething(page: Page): Promise<void> {
  await page.evaluate(async (left) => {
    localStorage.setItem(left, left);
    sessionStorage.setItem(left, left);
    window.name = left;
    await cookieStore.set('left', 'behind');
    await caches.open(left);
    await new Promise((resolve, reject) => {
      const opening = indexedDB.open(left);
      opening.addEventListener('success', resolve);
      opening.addEventListener('error', reject);
    });
  }, LEFT);
  await page.context().route('**/v1/nowhere', (route) => route.fulfill({ status: 200, body: LEFT }));
}

for (const turn of ['first', 'second', 'third']) {
  test(`the ${turn} page finds nothing, and leaves something of every kind`, async ({ page }) => {
    await page.goto('/');
    await expect(page.getByRole('textbox', { name: 'Passphrase' })).toBeVisible();
    expect(await page.evaluate(() => navigator.onLine)).toBe(true);
    expect(await found(page)).toEqual(NOTHING);
    await leaveSomething(page);
    const kept = { local: LEFT, session: LEFT, cookies: 'left=behind', databases: true, caches: true };
    expect(await found(page)).toEqual({ ...kept, name: LEFT, asked: 200 });
    await page.context().newPage();
    await page.context().setOffline(true);
    // The quiet page that keeps the process, this one and the other.
    expect(page.context().pages().length).toBeLessThanOrEqual(3);
  });
}
