import type { Browser, BrowserContext, Page } from '@playwright/test';
import { expect } from '@playwright/test';
import type { UiVault } from './ui-vault.ts';

/** Opens another window, unlocked for another person of the vault. */
export async function theirWindow(
  browser: Browser,
  vault: UiVault,
  { name, passphrase }: { readonly name: string; readonly passphrase: string },
): Promise<{ page: Page; context: BrowserContext }> {
  const context = await browser.newContext({
    baseURL: vault.url,
    ignoreHTTPSErrors: true,
    clientCertificates: [vault.clientCertificate],
  });
  const page = await context.newPage();
  await page.goto('/');
  await page.getByLabel('Person').selectOption({ label: name });
  await page.getByRole('textbox', { name: 'Passphrase' }).fill(passphrase);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('link', { name: 'Worklist' })).toBeVisible();
  return { page, context };
}
