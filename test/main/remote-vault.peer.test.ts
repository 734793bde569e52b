/** Tests the desktop program with a vault on another computer: joining, fail-over, refusals and leaving. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { writeCredentialFolder } from '#cli/admin/access/write-credential-folder.ts';
import type { ProbeRequest } from '#main/preload/bridge.ts';
import { UI_CONTENT_SECURITY_POLICY } from '#server/http/ui/ui-headers.ts';
import { needsChromium } from '#test/support/left-out.ts';
import { type LiveVault, PASSPHRASE, startLiveVault } from '#test/support/live-vault.ts';
import { testTempDir } from '#test/support/temp-dir.ts';
import { standIn, stopChromium } from './electron/index.ts';
import { type TestDesktop, testDesktop, testOptions } from './support/desktop.ts';
import { send } from './support/vault-page.ts';

vi.mock('electron', () => import('./electron/index.ts'));

const NOBODY = 'https://127.0.0.1:1';

let vault: LiveVault;
let founder: string;
let room: string;
let credentialId: string;

beforeAll(async () => {
  vault = await startLiveVault();
  founder = (await vault.admin.vault.get()).founder_key ?? '';
  room = join(vault.root, 'room');
  mkdirSync(room, { mode: 0o700 });
  const made = await vault.admin.credentials.create({ name: 'Reading room 2', groups: [] });
  credentialId = made.credential_id;
  writeCredentialFolder(room, made, [NOBODY, vault.url]);
});
afterAll(async () => {
  await vault.close();
  await stopChromium();
});

const place = ({ page }: TestDesktop) => page.evaluate(() => window.vaultDesktop?.vaultPlace());
const probe = ({ page }: TestDesktop) => page.evaluate(() => window.vaultDesktop?.probeVault());
const choose = ({ page }: TestDesktop) => page.evaluate(() => window.vaultDesktop?.chooseCredential());
const ask = ({ page }: TestDesktop, addresses: readonly string[]): Promise<ProbeRequest | undefined> =>
  page.evaluate((listed) => window.vaultDesktop?.askVault(listed), addresses);
const joinVault = ({ page }: TestDesktop, addresses: readonly string[], founder_key = founder) =>
  page.evaluate((request) => window.vaultDesktop?.joinVault(request), { addresses, founder_key });

/** Returns a desktop that has joined, before any unlock. */
async function joined(addresses: readonly string[] = [NOBODY, vault.url]): Promise<TestDesktop> {
  const desktop = await testDesktop();
  standIn.openPath = room;
  await choose(desktop);
  await joinVault(desktop, addresses);
  return desktop;
}

describe('joining', needsChromium(), () => {
  test('nothing leads anywhere before a credential folder was chosen', async () => {
    const desktop = await testDesktop();
    expect(await place(desktop)).toEqual({ kind: 'here' });
    expect(await choose(desktop)).toBeNull();
    await expect(ask(desktop, [vault.url])).rejects.toThrow('Choose the credential folder first');
    standIn.openPath = testTempDir();
    await expect(choose(desktop)).rejects.toThrow('This folder is not a credential folder.');
  });

  test('the page learns addresses and the founder’s key, never certificate or key', async () => {
    const desktop = await testDesktop();
    standIn.openPath = room;
    const chosen = await choose(desktop);
    expect(chosen).toEqual({
      client_cn: expect.stringMatching(/^reading-room-2-/),
      addresses: [NOBODY, vault.url],
    });
    const asked = await ask(desktop, [NOBODY, vault.url]);
    expect(asked).toEqual({
      addresses: [
        { address: NOBODY, state: 'unreachable' },
        { address: vault.url, state: 'answers' },
      ],
      vault: expect.objectContaining({ name: 'Test workspace', founder_key: founder }),
    });
    await expect(ask(desktop, ['http://vault.clinic'])).rejects.toThrow('is not an https address');
  });

  test('with another founder than was compared stores nothing', async () => {
    const desktop = await testDesktop();
    standIn.openPath = room;
    await choose(desktop);
    await expect(joinVault(desktop, [vault.url], '0'.repeat(64))).rejects.toThrow('Nothing was stored');
    expect(existsSync(join(desktop.options.dataDir, 'remote'))).toBe(false);
    expect(await place(desktop)).toEqual({ kind: 'here' });
  });
});

describe('a vault elsewhere', needsChromium(), () => {
  test('is opened by the same window, over the address that answers, and at the next start', async () => {
    const first = await joined();
    expect((await send(first.page, '/v1/vault')).body).toMatchObject({
      name: 'Test workspace',
      state: 'ready',
    });
    expect(existsSync(join(first.options.dataDir, 'run.json'))).toBe(false);
    expect(await place(first)).toMatchObject({ kind: 'elsewhere', founder_key: founder });
    expect(await probe(first)).toMatchObject({
      current_address: vault.url,
      addresses: [{ state: 'unreachable' }, { state: 'answers' }],
    });
    await first.quit();

    const second = await testDesktop(first.options);
    await second.page.getByLabel('Passphrase', { exact: true }).fill(PASSPHRASE);
    await second.page.getByRole('button', { name: 'Unlock', exact: true }).click();
    await second.page.getByRole('button', { name: 'Lock', exact: true }).waitFor();
    const { body } = await send(second.page, '/v1/session', {
      method: 'POST',
      body: { passphrase: PASSPHRASE },
    });
    const record = { title: 'CT chest', modality: 'CT' };
    const written = await send(second.page, '/v1/exams', {
      method: 'POST',
      token: body.session_token,
      body: { security_group_id: vault.group, patient_id: null, record },
    });
    expect(written.status).toBe(201);
    expect((await vault.admin.exams.get(written.body.index.document_id)).record.title).toBe('CT chest');
  });

  test('its page is this program’s own, under the same policy', async () => {
    const { window, options } = await joined();
    const fetch = (path: string, init: RequestInit = {}) =>
      window.webContents.session.fetch(new Request(`app://vault${path}`, init));
    const page = await fetch('/');
    expect(page.headers.get('content-security-policy')).toBe(UI_CONTENT_SECURITY_POLICY);
    expect(await page.text()).toBe(readFileSync(join(options.uiDir, 'index.html'), 'utf8'));
    expect((await fetch('/../package.json')).status).toBe(404);
    expect((await fetch('/', { method: 'POST' })).status).toBe(404);
    const refused = await fetch('/v1/vault', { headers: { origin: 'https://example.com' } });
    expect(refused.status).toBe(403);
  });

  test('a device secret of this computer is neither given nor forgotten', async () => {
    const { page } = await joined();
    expect(await page.evaluate(() => window.vaultDesktop?.deviceSecretState())).toMatchObject({
      available: false,
      kept: false,
    });
    await expect(page.evaluate(() => window.vaultDesktop?.keepDeviceSecret('secret'))).rejects.toThrow(
      'another machine',
    );
  });

  test('another vault at the agreed address is not used', async () => {
    const desktop = await joined([vault.url]);
    await desktop.quit();
    const file = join(desktop.options.dataDir, 'remote', 'vault.json');
    const agreed = JSON.parse(readFileSync(file, 'utf8'));
    writeFileSync(file, JSON.stringify({ ...agreed, founder_key: '0'.repeat(64) }));
    const later = await testDesktop(desktop.options);
    expect((await send(later.page, '/v1/vault')).status).toBe(502);
    expect(await probe(later)).toMatchObject({ addresses: [{ address: vault.url, state: 'other_vault' }] });
  });

  test('leaving forgets certificate and key and serves the folder’s own vault again', async () => {
    const desktop = await joined();
    await desktop.page.evaluate(() => window.vaultDesktop?.leaveVault());
    expect(readdirSync(desktop.options.dataDir)).not.toContain('remote');
    expect((await send(desktop.page, '/v1/vault')).body).toMatchObject({ state: 'uninitialized' });
    expect(await place(desktop)).toEqual({ kind: 'here' });
    expect(await desktop.quit()).toBe(0);
  });

  test('a damaged description is told before anything opens', async () => {
    const options = testOptions(testTempDir());
    mkdirSync(join(options.dataDir, 'remote'), { recursive: true });
    writeFileSync(join(options.dataDir, 'remote', 'vault.json'), '{}');
    await expect(testDesktop(options)).rejects.toThrow('does not describe a vault');
  });
});

describe('the interface', needsChromium(), () => {
  test('first run joins, the passphrase there opens it, and the settings lead back', async () => {
    const { page } = await testDesktop();
    await page.getByRole('radio', { name: 'On another machine' }).check();
    standIn.openPath = testTempDir();
    await page.getByRole('button', { name: 'Choose the folder…' }).click();
    await page.getByText('This folder is not a credential folder.').waitFor();
    standIn.openPath = room;
    await page.getByRole('button', { name: 'Choose the folder…' }).click();
    await page.getByText('answers, in use').waitFor();
    await page.getByText('does not answer').waitFor();
    expect(await page.getByTestId('founder-key').locator('span').allTextContents()).toEqual(
      founder.slice(0, 32).match(/.{4}/g),
    );
    const goOn = page.getByRole('button', { name: 'Go on' });
    expect(await goOn.getAttribute('aria-disabled')).toBe('true');
    await page.getByRole('checkbox', { name: 'My invitation shows the same key' }).check();
    await goOn.click();
    await page.getByRole('heading', { name: 'Test workspace' }).waitFor();
    await page.getByText('stores only sealed data').waitFor();
    await page.getByLabel('Passphrase', { exact: true }).fill(PASSPHRASE);
    await page.getByRole('button', { name: 'Unlock', exact: true }).click();
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('link', { name: 'Where it lies' }).click();
    await page.getByText('answers, in use').waitFor();
    await page.getByRole('button', { name: 'Open this computer’s own vault instead' }).click();
    await page.getByRole('button', { name: 'Stay' }).waitFor();
    await page.getByRole('button', { name: 'Open this computer’s own vault instead' }).click();
    await page.getByRole('heading', { name: 'Create the vault' }).waitFor();
  });

  test('an invite written while joining is accepted there', async () => {
    const { invite_code } = await vault.admin.principals.invite({
      display_name: 'Dr M. Stand',
      groups: [{ security_group_id: vault.group, role: 'editor' }],
    });
    const { page } = await testDesktop();
    standIn.openPath = room;
    await page.getByRole('radio', { name: 'On another machine' }).check();
    await page.getByRole('button', { name: 'Choose the folder…' }).click();
    await page.getByRole('textbox', { name: 'Invite code' }).fill(invite_code);
    await page.getByRole('checkbox', { name: 'My invitation shows the same key' }).check();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Accept invite' }).waitFor();
    expect(await page.getByRole('textbox', { name: 'Invite code' }).inputValue()).toBe(invite_code);
    await page.getByLabel('Passphrase', { exact: true }).fill('violet lantern ninth harbour');
    await page.getByLabel('Repeat passphrase').fill('violet lantern ninth harbour');
    await page.getByRole('button', { name: 'Accept invite' }).click();
    await page.getByTestId('recovery-key').waitFor();
  });

  test('a vault that no address leads to is named, with the reason of each and the way back', async () => {
    const desktop = await joined([vault.url]);
    await desktop.quit();
    const file = join(desktop.options.dataDir, 'remote', 'vault.json');
    const agreed = JSON.parse(readFileSync(file, 'utf8'));
    writeFileSync(file, JSON.stringify({ ...agreed, addresses: [NOBODY] }));
    const { page } = await testDesktop(desktop.options);
    await page.getByRole('heading', { name: 'Test workspace does not answer' }).waitFor();
    await page.getByText('does not answer', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Open this computer’s own vault instead' }).click();
    await page.getByRole('button', { name: 'Open this computer’s own vault instead' }).click();
    await page.getByRole('heading', { name: 'Create the vault' }).waitFor();
  });
});

describe('a revoked credential', needsChromium(), () => {
  test('refuses every request, and the state says so', async () => {
    const desktop = await joined();
    await vault.admin.credentials.revoke(credentialId);
    expect((await send(desktop.page, '/v1/vault')).body).toMatchObject({
      error: { code: 'client_certificate_required' },
    });
    expect(await probe(desktop)).toMatchObject({
      addresses: [{ state: 'unreachable' }, { state: 'refused' }],
    });
  });
});
