/** Tests "Unlock with this computer", from its switch in the settings to the button on the unlock screen. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { needsChromium } from '#test/support/left-out.ts';
import { powerMonitor, standIn, stopChromium } from './electron/index.ts';
import { testDesktop, unlockedDesktop } from './support/desktop.ts';
import { openSession, PASSPHRASE, send, unlock } from './support/vault-page.ts';

vi.mock('electron', () => import('./electron/index.ts'));
afterAll(stopChromium);

const NAME = 'Unlock with this computer';

async function openSecuritySettings(page: Page): Promise<void> {
  await page.evaluate(() => {
    window.location.hash = '#/settings/security';
  });
  await page.getByRole('heading', { name: 'This computer' }).waitFor();
}

/** By keyboard, because the page may still grow and a click would miss the switch. */
async function switchOn(page: Page): Promise<void> {
  await page.getByRole('switch', { name: NAME }).press('Space');
  await page.getByLabel('Current passphrase').fill(PASSPHRASE);
  await page.getByRole('button', { name: NAME }).press('Enter');
}

async function lock(page: Page): Promise<void> {
  powerMonitor.emit('lock-screen');
  await page.getByRole('button', { name: 'Unlock', exact: true }).waitFor();
}

describe('unlock with this computer', needsChromium(), () => {
  test('is off until switched on; then one press opens the vault, in the next start too', async () => {
    const first = await unlockedDesktop();
    await lock(first.page);
    expect(await first.page.getByRole('button', { name: NAME }).count()).toBe(0);
    await unlock(first.page);
    await openSecuritySettings(first.page);
    await switchOn(first.page);
    await expect.poll(() => existsSync(join(first.options.shellDir, 'device-secret.json'))).toBe(true);
    await first.quit();

    const second = await testDesktop(first.options);
    await second.page.getByRole('button', { name: NAME }).click();
    await second.page.getByRole('button', { name: 'Lock', exact: true }).waitFor();
  });

  test('a secret the vault no longer takes is forgotten, with words', async () => {
    const { page, options } = await unlockedDesktop();
    await openSecuritySettings(page);
    await switchOn(page);
    const file = join(options.shellDir, 'device-secret.json');
    await expect.poll(() => existsSync(file)).toBe(true);
    const token = await openSession(page);
    await send(page, '/v1/session/device-secret', { method: 'DELETE', token });
    await lock(page);
    await page.getByRole('button', { name: NAME }).click();
    await page.getByText('can no longer unlock the vault for you').waitFor();
    expect(existsSync(file)).toBe(false);
    await unlock(page);
  });

  test('cannot be switched on where the keychain is none, and says why', async () => {
    const { page, options } = await unlockedDesktop();
    standIn.keychain = { isAvailable: true, backend: 'basic_text' };
    await openSecuritySettings(page);
    await page.getByText('the operating system runs no keychain').waitFor();
    expect(await page.getByRole('switch', { name: NAME }).count()).toBe(0);
    expect(existsSync(join(options.shellDir, 'device-secret.json'))).toBe(false);
    standIn.keychain = { isAvailable: true, backend: 'gnome_libsecret' };
  });

  test('what is kept on the disk is sealed', async () => {
    const { page, options } = await unlockedDesktop();
    const token = await openSession(page);
    const { body } = await send(page, '/v1/session/device-secret', {
      method: 'POST',
      token,
      body: { current_passphrase: PASSPHRASE },
    });
    await page.evaluate((secret) => window.vaultDesktop?.keepDeviceSecret(secret), body.device_secret);
    const kept = readFileSync(join(options.shellDir, 'device-secret.json'), 'utf8');
    expect(kept).not.toContain(body.device_secret);
    expect(await page.evaluate(() => window.vaultDesktop?.readDeviceSecret())).toBe(body.device_secret);
  });
});
