/** Tests a vault with its blobs in another folder, over its sockets. */
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openVault } from '#server/app/open-vault.ts';
import type { StartServerOptions } from '#server/app/start-server.ts';
import { examineFolder } from '#server/integrity/doctor/examine-folder.ts';
import { examineVault } from '#server/integrity/doctor/examine-vault.ts';
import { verifyFolder } from '#server/integrity/verify/verify-folder.ts';
import { CLINIC_PASSPHRASE, foundClinic, serveFolder } from '#test/support/served-folder.ts';
import { testTempDir } from '#test/support/temp-dir.ts';

const DAYS_AGO = new Date(Date.now() - 3 * 24 * 60 * 60 * 1000);

function place() {
  const root = testTempDir();
  const files = join(root, 'files');
  mkdirSync(files);
  return { at: { dataDir: join(root, 'vault'), stateDir: join(root, 'state') }, files, root };
}

async function serve(at: ReturnType<typeof place>['at'], more: Partial<StartServerOptions> = {}) {
  const { client, server } = await serveFolder(at, { logLevel: 'silent', ...more });
  return {
    client,
    async end() {
      await client.close();
      await server.close();
    },
  };
}

const pathsIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

test('a folder that holds no file yet answers; one that is not mounted does not', async () => {
  const { at, files } = place();
  const { client, end } = await serve(at, { blobs: files });
  const group = await foundClinic(client);
  const places = async () =>
    (await examineVault({ ...at, nowMs: Date.now() })).checks
      .filter(({ name }) => name === 'places')
      .map(({ what, findings }) => [what, findings.map(({ code }) => code)]);
  expect(await places()).toEqual([['a shared folder answers', []]]);
  const { workspace_id } = await client.drive(group).upload(Buffer.from('a letter'), { name: 'letter.txt' });
  renameSync(join(files, workspace_id), join(files, 'away'));
  expect(await places()).toEqual([['a shared folder does not answer', ['files_away']]]);
  await end();
});

test('all of them lie there, sealed, and are found again by the vault’s folder alone', async () => {
  const { at, files } = place();
  const first = await serve(at, { blobs: files });
  const group = await foundClinic(first.client);
  const { node_id, workspace_id } = await first.client
    .drive(group)
    .upload(Buffer.from('a letter'), { name: 'letter.txt' });
  await first.end();
  expect(existsSync(join(at.dataDir, 'blobs'))).toBe(false);
  expect(pathsIn(files)).toEqual([join(files, workspace_id, 'blobs', node_id.slice(-2), node_id)]);

  const again = await serve(at);
  await again.client.session.open({ passphrase: CLINIC_PASSPHRASE });
  const content = await (await again.client.drive(group).download(node_id)).bytes();
  expect(String(Buffer.from(content))).toBe('a letter');
  expect((await again.client.findings.check()).items).toEqual([]);
  await again.end();
  const opening = { passphrase: CLINIC_PASSPHRASE };
  expect((await verifyFolder({ ...at, opening })).findings).toEqual([]);
  const { checks } = examineFolder({ ...at, nowMs: Date.now() });
  expect(checks.find(({ name }) => name === 'files')?.what).toContain('in a shared folder');
  rmSync(join(files, workspace_id, 'blobs', node_id.slice(-2), node_id));
  expect((await verifyFolder({ ...at, opening })).findings).toMatchObject([
    { code: 'blob_missing', id: node_id },
  ]);
});

test('a folder that is not mounted is told as away: nothing is written beside it, and records go on', async () => {
  const { at, files } = place();
  const first = await serve(at, { blobs: files });
  const group = await foundClinic(first.client);
  const { node_id } = await first.client.drive(group).upload(Buffer.from('a letter'), { name: 'letter.txt' });
  await first.end();
  renameSync(files, `${files}.away`);
  mkdirSync(files);
  const { client } = await serve(at);
  await client.session.open({ passphrase: CLINIC_PASSPHRASE });
  await client.patients.create({ security_group_id: group, record: { display_name: 'Anna Ek' } });
  const away = { status: 502, code: 'protocol_error', message: expect.stringContaining('Mount the folder') };
  const drive = client.drive(group);
  await expect(drive.download(node_id, { maxRetries: 0 })).rejects.toMatchObject(away);
  await expect(drive.upload(Buffer.from('x'), { name: 'x.txt', maxRetries: 0 })).rejects.toMatchObject(away);
  expect(readdirSync(files)).toEqual([]);
  rmSync(files, { recursive: true });
  renameSync(`${files}.away`, files);
  expect(String(Buffer.from(await (await drive.download(node_id)).bytes()))).toBe('a letter');
});

test('what no row knows and what is young stays for the other node; the old goes by an owner’s word', async () => {
  const { at, files } = place();
  const first = await serve(at, { blobs: files });
  const group = await foundClinic(first.client);
  const drive = first.client.drive(group);
  const known = await drive.upload(Buffer.from('kept'), { name: 'kept.txt' });
  const gone = await drive.upload(Buffer.from('gone'), { name: 'gone.txt' });
  const pathOf = (id: string) => join(files, known.workspace_id, 'blobs', id.slice(-2), id);
  await drive.delete(gone.node_id);
  await drive.purge(gone.node_id);
  await first.end();
  const young = `${pathOf(gone.node_id)}.part`;
  writeFileSync(young, 'of another node');
  writeFileSync(pathOf(gone.node_id), 'no row');

  const second = await serve(at);
  await second.client.session.open({ passphrase: CLINIC_PASSPHRASE });
  expect((await second.client.findings.check()).items).toEqual([]);
  expect([young, pathOf(gone.node_id)].map((path) => existsSync(path))).toEqual([true, true]);
  await second.end();
  for (const path of [young, pathOf(gone.node_id)]) utimesSync(path, DAYS_AGO, DAYS_AGO);

  const { client } = await serve(at);
  await client.session.open({ passphrase: CLINIC_PASSPHRASE });
  const { items } = await client.findings.check();
  expect(items).toMatchObject([{ code: 'quarantined', id: gone.node_id, decisions: ['keep', 'remove'] }]);
  expect([young, pathOf(gone.node_id)].map((path) => existsSync(path))).toEqual([false, true]);
  const word = { code: 'quarantined', id: gone.node_id, decision: 'remove', confirm: gone.node_id } as const;
  expect((await client.findings.decide(word)).items).toEqual([]);
  expect(pathsIn(files)).toEqual([pathOf(known.node_id)]);
});

test('a folder that is missing, inside a vault, a vault itself, or without the vault’s files is refused', async () => {
  const { at, files, root } = place();
  const other = { dataDir: join(root, 'other'), stateDir: at.stateDir };
  await (await openVault(other)).close();
  for (const [blobs, told] of [
    ['files', 'Write --blobs as'],
    [join(root, 'none'), 'Create it first'],
    [other.dataDir, 'outside every vault'],
  ] as const)
    await expect(openVault({ ...at, blobs })).rejects.toThrow(told);
  mkdirSync(join(at.dataDir, 'inside'), { recursive: true });
  await expect(openVault({ ...at, blobs: join(at.dataDir, 'inside') })).rejects.toThrow(
    'outside every vault',
  );
  rmSync(at.dataDir, { recursive: true });

  const first = await serve(at, { blobs: files });
  const group = await foundClinic(first.client);
  await first.client.drive(group).upload(Buffer.from('here'), { name: 'here.txt' });
  await first.end();
  const empty = join(root, 'empty');
  mkdirSync(empty);
  const moved = openVault({ ...at, blobs: empty });
  onTestFinished(() => moved.then((vault) => vault.close()).catch(() => undefined));
  await expect(moved).rejects.toThrow('was not found');
});
