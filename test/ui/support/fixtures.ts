/**
 * Playwright fixtures: a vault, a page that is let in, and the way through the door. A spec file that calls
 * `shareVault` starts one vault for all its tests; without it every test gets a fresh one.
 * Every page is watched (`page-watch.ts`): a spec fails when its page spoke to another origin.
 */
import { test as base, expect, type Page } from '@playwright/test';
import { watchPage } from './page-watch.ts';
import { type InitializedVault, PASSPHRASE, startUiVault, type UiVault } from './ui-vault.ts';

interface Fixtures {
  /** What the content policy is meant to stop in a spec, e.g. code in an imported file. */
  readonly refusal: RegExp | undefined;
  /** A running vault server; not initialised unless the file shares one. */
  readonly vault: UiVault;
  /** The same, initialised by the API. */
  readonly ready: InitializedVault;
  /** A page with the desktop's certificate, at no address yet. */
  readonly page: Page;
  /** The same, unlocked and on the worklist. */
  readonly desk: Page;
}

interface Shared {
  readonly vault: UiVault;
  readonly ready: InitializedVault;
}

let shared: Shared | undefined;

export const test = base.extend<Fixtures>({
  refusal: [undefined, { option: true }],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the pattern
  vault: async ({}, use) => {
    const vault = shared?.vault ?? (await startUiVault());
    await use(vault);
    if (vault !== shared?.vault) await vault.close();
  },
  ready: async ({ vault }, use) => {
    await use(shared?.ready ?? (await vault.init()));
  },
  page: async ({ browser, vault, refusal, contextOptions, viewport, locale, timezoneId }, use) => {
    const context = await browser.newContext({
      ...contextOptions,
      viewport,
      ...(locale ? { locale } : {}),
      ...(timezoneId ? { timezoneId } : {}),
      baseURL: vault.url,
      ignoreHTTPSErrors: true,
      clientCertificates: [vault.clientCertificate],
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    const page = await context.newPage();
    const watch = watchPage(page, vault.url, refusal);
    await use(page);
    await context.close();
    watch.check();
  },
  desk: async ({ ready, page }, use) => {
    await unlock(page, ready.passphrase);
    await use(page);
  },
});

/** One initialised vault for all tests of the calling file; `prepare` fills it. */
export function shareVault(prepare?: (ready: InitializedVault, vault: UiVault) => Promise<void>): void {
  test.beforeAll(async () => {
    const vault = await startUiVault();
    const ready = await vault.init();
    shared = { vault, ready };
    await prepare?.(ready, vault);
  });
  test.afterAll(async () => {
    const ended = shared;
    shared = undefined;
    await ended?.vault.close();
  });
}

/** Opens the interface and unlocks it by passphrase. */
export async function unlock(page: Page, passphrase = PASSPHRASE): Promise<void> {
  await page.goto('/');
  await page.getByRole('textbox', { name: 'Passphrase' }).fill(passphrase);
  await page.getByRole('button', { name: 'Unlock', exact: true }).click();
  await expect(page.getByRole('link', { name: 'Worklist' })).toBeVisible();
}

/** Goes to a route of the open vault, e.g. `exams/{id}`. */
export async function goTo(page: Page, route: string): Promise<void> {
  await page.evaluate((hash) => {
    location.hash = hash;
  }, `#/${route}`);
}

export { expect };
