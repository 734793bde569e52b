/** Tests the desktop's travelling copy: created beside the home vault, opened offline, synced, deleted. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { writeCredentialFolder } from '#cli/admin/access/write-credential-folder.ts';
import { buildAll } from '#scripts/build/build.ts';
import { readCredentialId } from '#sdk/node/credential-folder.ts';
import { renewCredentialFolder } from '#sdk/node/renew-folder.ts';
import { needsChromium } from '#test/support/left-out.ts';
import { type LiveVault, PASSPHRASE, startLiveVault } from '#test/support/live-vault.ts';
import { standIn, stopChromium } from './electron/index.ts';
import { type TestDesktop, testDesktop } from './support/desktop.ts';
import { send } from './support/vault-page.ts';

vi.mock('electron', () => import('./electron/index.ts'));

const NOBODY = 'https://127.0.0.1:1';
const SLOW = { timeout: 240_000 };

let vault: LiveVault;
let founder: string;
let room: string;
let exam: string;

beforeAll(async () => {
  await buildAll();
  vault = await startLiveVault();
  founder = (await vault.admin.vault.get()).founder_key ?? '';
  room = join(vault.root, 'laptop');
  mkdirSync(room, { mode: 0o700 });
  writeCredentialFolder(room, await vault.admin.credentials.create({ name: 'Laptop', groups: [] }), [
    vault.url,
  ]);
  const patient = await vault.admin.patients.create({
    security_group_id: vault.group,
    record: { legal_name: 'Ada', display_name: 'Ada' },
  });
  const made = await vault.admin.exams.create({
    security_group_id: vault.group,
    patient_id: patient.index.document_id,
    record: { title: 'CT chest', report_html: '<p>At the clinic.</p>' },
  });
  exam = made.index.document_id;
});
afterAll(async () => {
  await vault.close();
  await stopChromium();
});

/** Returns a desktop that has joined, before any unlock. */
async function joined(): Promise<TestDesktop> {
  const desktop = await testDesktop();
  standIn.openPath = room;
  await desktop.page.evaluate(() => window.vaultDesktop?.chooseCredential());
  await desktop.page.evaluate((request) => window.vaultDesktop?.joinVault(request), {
    addresses: [vault.url],
    founder_key: founder,
  });
  await desktop.quit();
  return testDesktop(desktop.options);
}

async function unlock(page: Page): Promise<void> {
  await page.getByLabel('Passphrase', { exact: true }).fill(PASSPHRASE);
  await page.getByRole('button', { name: 'Unlock', exact: true }).click();
  await page.getByRole('button', { name: 'Lock', exact: true }).waitFor();
}

async function openTravel(page: Page): Promise<void> {
  await page.evaluate(() => {
    window.location.hash = '#/settings/travel';
  });
  await page.getByRole('heading', { name: 'Travelling copy', level: 1 }).waitFor();
}

async function takeAlong(page: Page, passphrase = PASSPHRASE): Promise<void> {
  await page.getByText(/1 exam, .* sealed; .* free here/).waitFor(SLOW);
  await page.getByLabel('Your passphrase', { exact: true }).fill(passphrase);
  await page.getByRole('button', { name: 'Take along' }).click();
}

const state = (page: Page) => page.evaluate(() => window.vaultDesktop?.travelState());
const copyIn = ({ options }: TestDesktop) => join(options.dataDir, 'travel');

/** Makes every address of the home vault unreachable, for the window and for its copy. */
function goAway(desktop: TestDesktop): () => void {
  const files = [join(desktop.options.dataDir, 'remote'), join(copyIn(desktop), 'clinic')].map((folder) =>
    join(folder, 'vault.json'),
  );
  const before = files.map((file) => readFileSync(file, 'utf8'));
  for (const [at, file] of files.entries())
    writeFileSync(file, JSON.stringify({ ...JSON.parse(before[at] ?? ''), addresses: [NOBODY] }));
  return () => {
    for (const [at, file] of files.entries()) writeFileSync(file, before[at] ?? '');
  };
}

describe('a travelling copy of the desktop', needsChromium(), () => {
  test('is taken along, opened where the clinic does not answer, brought back and deleted', async () => {
    const first = await joined();
    await unlock(first.page);
    await openTravel(first.page);
    await takeAlong(first.page);
    await first.page.getByRole('button', { name: 'Open the travelling copy' }).waitFor(SLOW);
    expect(await state(first.page)).toMatchObject({
      copy: { state: 'whole', waiting: 0, name: 'Test workspace' },
      taking: null,
      failure: null,
      is_open: false,
    });
    await first.quit();

    const comeBack = goAway(first);
    const away = await testDesktop(first.options);
    await away.page.getByRole('heading', { name: 'Test workspace does not answer' }).waitFor(SLOW);
    await away.page.getByRole('button', { name: 'Open the travelling copy' }).click();
    await away.page.getByText(/Travelling copy, last with the clinic/).waitFor(SLOW);
    expect(await away.page.evaluate(() => window.vaultDesktop?.vaultPlace())).toEqual({
      kind: 'copy',
      name: 'Test workspace',
    });
    await unlock(away.page);
    await away.page.getByRole('link', { name: 'Away', exact: true }).waitFor(SLOW);
    const { body } = await send(away.page, '/v1/session', {
      method: 'POST',
      body: { passphrase: PASSPHRASE },
    });
    const token: string = body.session_token;
    const { body: known } = await send(away.page, `/v1/exams/${exam}`, { token });
    const record = { ...known.record, report_lexical: null, report_html: '<p>Written away.</p>' };
    const put = await send(away.page, `/v1/exams/${exam}`, { method: 'PUT', token, body: { record } });
    expect(put.status).toBe(200);
    await openTravel(away.page);
    await away.page.getByRole('button', { name: 'Delete this copy' }).click();
    const dialog = away.page.getByRole('dialog');
    await dialog.getByText('1 change is not at the clinic and would be lost.').waitFor(SLOW);
    await dialog.getByRole('button', { name: 'Bring back, then delete' }).click();
    await dialog
      .getByRole('button', { name: 'Bring back, then delete' })
      .and(away.page.locator(':not([aria-disabled])'))
      .waitFor(SLOW);
    expect(existsSync(join(copyIn(away), 'vault.sqlite'))).toBe(true);
    expect(await away.page.evaluate(() => window.vaultDesktop?.deleteCopy(false))).toEqual({
      deleted: false,
      waiting: 1,
    });
    await away.quit();

    comeBack();
    const remote = join(first.options.dataDir, 'remote');
    renewCredentialFolder(remote, await vault.admin.credentials.renew(readCredentialId(remote)));
    const back = await testDesktop(first.options);
    expect(readFileSync(join(copyIn(back), 'clinic', 'client.crt'), 'utf8')).toBe(
      readFileSync(join(remote, 'client.crt'), 'utf8'),
    );
    await back.page.getByRole('button', { name: 'Open the travelling copy' }).click(SLOW);
    await back.page.getByText(/Travelling copy, last with the clinic/).waitFor(SLOW);
    await unlock(back.page);
    await openTravel(back.page);
    await expect
      .poll(async () => (await vault.admin.exams.get(exam)).record.report_html, SLOW)
      .toContain('Written away.');
    await back.page.getByRole('button', { name: 'Delete this copy' }).click();
    await back.page
      .getByRole('dialog')
      .getByRole('button', { name: /^(Delete this copy|Bring back, then delete)$/ })
      .click();
    await back.page.getByRole('button', { name: 'Unlock', exact: true }).waitFor(SLOW);
    await expect.poll(() => readdirSync(copyIn(back)), SLOW).toEqual([]);
    expect(await back.page.evaluate(() => window.vaultDesktop?.vaultPlace())).toMatchObject({
      kind: 'elsewhere',
    });
    expect(await state(back.page)).toMatchObject({ copy: null, is_open: false });
    await unlock(back.page);
  });

  test('a wrong passphrase takes nothing; one that was stopped leaves nothing that opens', async () => {
    const desktop = await joined();
    const { page } = desktop;
    await unlock(page);
    await openTravel(page);
    await takeAlong(page, 'not this passphrase');
    await page.getByText('This is not your passphrase at the clinic. Nothing was taken along.').waitFor(SLOW);
    expect(existsSync(copyIn(desktop))).toBe(false);
    const { body } = await send(page, '/v1/session', { method: 'POST', body: { passphrase: PASSPHRASE } });
    await page.evaluate((request) => window.vaultDesktop?.takeAlong(request), {
      passphrase: PASSPHRASE,
      principal_id: body.session.principal.principal_id,
      groups: [{ security_group_id: vault.group, since: null }],
    });
    await page.evaluate(() => window.vaultDesktop?.cancelTaking());
    const after = await state(page);
    expect([after?.taking, after?.failure]).toEqual([null, null]);
    expect(after?.copy?.state ?? 'none').not.toBe('unfinished');
    // State left by a process killed during creation.
    mkdirSync(copyIn(desktop), { recursive: true });
    const { workspace_id } = await vault.admin.vault.get();
    writeFileSync(
      join(copyIn(desktop), 'copy'),
      JSON.stringify({
        ...{ copy_id: workspace_id, workspace_id, name: 'Test workspace', founder_key: founder },
        ...{ principal_id: body.session.principal.principal_id, taken_at: new Date().toISOString() },
        is_whole: false,
      }),
    );
    await expect(page.evaluate(() => window.vaultDesktop?.openCopy())).rejects.toThrow('no complete copy');
    await page.evaluate(() => {
      window.location.hash = '#/settings/about';
    });
    await page.getByRole('heading', { name: /About/, level: 1 }).waitFor();
    await openTravel(page);
    await page.getByText('The copy is incomplete').waitFor(SLOW);
    await page.getByRole('button', { name: 'Delete what is here' }).click();
    await page.getByText('The copy is incomplete').waitFor({ state: 'detached', ...SLOW });
    expect(readdirSync(copyIn(desktop))).toEqual([]);
  });
});
