/** Steps in the desktop's window, by a person or by the page's scripts. */
import type { Page } from 'playwright';
import type { JsonValue } from '#test/support/client.ts';
import type { Founding } from '#test/support/prepared-vault.ts';

export const PASSPHRASE = 'violet harbour mosaic 7 lantern';

/** Vault that the first run below creates, as a folder to copy for other tests. */
export const FOUNDING: Founding = {
  kind: 'desktop',
  name: 'Test practice',
  owner: 'Dr. Test',
  passphrase: PASSPHRASE,
};

export interface PageRequest {
  readonly method?: string;
  readonly token?: string;
  readonly body?: unknown;
}

/** Sends a same-origin request from the page. */
export async function send(
  page: Page,
  path: string,
  { method = 'GET', token, body }: PageRequest = {},
): Promise<{ status: number; body: JsonValue }> {
  const init = {
    method,
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  };
  return page.evaluate(
    async ([url, options]) => {
      const response = await fetch(url, options);
      return { status: response.status, body: await response.json() };
    },
    [path, init] as const,
  );
}

/** Completes the first run by hand: fields, recovery key, two groups typed back. */
export async function createVault(page: Page): Promise<void> {
  await page.getByLabel('Workspace name').fill(FOUNDING.name);
  await page.getByLabel('Your name').fill(FOUNDING.owner);
  await page.getByLabel('Passphrase', { exact: true }).fill(PASSPHRASE);
  await page.getByLabel('Repeat passphrase').fill(PASSPHRASE);
  await page.getByRole('button', { name: 'Create vault' }).click();
  const key = page.getByTestId('recovery-key');
  await key.waitFor();
  const groups = await key.locator('code').allTextContents();
  for (const [index, group] of groups.entries()) {
    const field = page.getByLabel(`Group ${index + 1}`, { exact: true });
    if ((await field.count()) > 0) await field.fill(group);
  }
  await page.getByRole('button', { name: 'Open vault' }).click();
  await page.getByRole('button', { name: 'Lock', exact: true }).waitFor();
}

export async function unlock(page: Page): Promise<void> {
  await page.getByLabel('Passphrase', { exact: true }).fill(PASSPHRASE);
  await page.getByRole('button', { name: 'Unlock', exact: true }).click();
  await page.getByRole('button', { name: 'Lock', exact: true }).waitFor();
}

/** Opens a second session beside the interface's own; returns its bearer token. */
export async function openSession(page: Page): Promise<string> {
  const { body } = await send(page, '/v1/session', { method: 'POST', body: { passphrase: PASSPHRASE } });
  return body.session_token;
}
