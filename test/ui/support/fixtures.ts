/** Playwright fixtures: a vault of the spec's own, a page that is let in, and the way through the door. */
import { test as base, expect, type Page } from '@playwright/test';
import { type InitializedVault, PASSPHRASE, startUiVault, type UiVault } from './ui-vault.ts';

interface Fixtures {
  /** A running vault server, not initialised. */
  readonly vault: UiVault;
  /** The same, initialised by the API. */
  readonly ready: InitializedVault;
  /** A page with the desktop's certificate, at no address yet. */
  readonly page: Page;
}

export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the pattern
  vault: async ({}, use) => {
    const vault = await startUiVault();
    await use(vault);
    await vault.close();
  },
  ready: async ({ vault }, use) => {
    await use(await vault.init());
  },
  page: async ({ browser, vault, contextOptions, viewport, locale, timezoneId }, use) => {
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
    await use(page);
    await context.close();
  },
});

/** Opens the interface and unlocks it by passphrase. */
export async function unlock(page: Page, passphrase = PASSPHRASE): Promise<void> {
  await page.goto('/');
  await page.getByRole('textbox', { name: 'Passphrase' }).fill(passphrase);
  await page.getByRole('button', { name: 'Unlock', exact: true }).click();
  await expect(page.getByRole('link', { name: 'Worklist' })).toBeVisible();
}

export { expect };
