import type { Browser, BrowserContext, Page } from '@playwright/test';
import { expect } from '@playwright/test';
import type { VaultClient } from '#sdk/client.ts';
import type { InitializedVault, UiVault } from './ui-vault.ts';

interface Colleague {
  readonly name: string;
  readonly passphrase: string;
}

/** Invites a person who may write in the group. Returns their client, unlocked. */
export async function joinColleague(
  { admin, group }: InitializedVault,
  vault: UiVault,
  { name, passphrase }: Colleague = { name: 'Dr B. Lund', passphrase: 'violet lantern ninth harbour' },
): Promise<VaultClient> {
  const { invite_code } = await admin.principals.invite({
    display_name: name,
    groups: [{ security_group_id: group, role: 'editor' }],
  });
  const client = vault.client();
  await client.session.open({ invite_code, new_passphrase: passphrase });
  return client;
}

/** Opens another window, unlocked for another person of the vault. */
export async function theirWindow(
  browser: Browser,
  vault: UiVault,
  { name, passphrase }: Colleague,
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
