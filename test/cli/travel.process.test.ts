/** `srvault travel`: creates a travelling copy by the command line, queries it, syncs it and deletes it. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { writeCredentialFolder } from '#cli/admin/access/write-credential-folder.ts';
import { type LiveVault, PASSPHRASE, startLiveVault } from '#test/support/live-vault.ts';
import { testTempDir } from '#test/support/temp-dir.ts';
import { documentOf, srvault } from './run-srvault.ts';

let vault: LiveVault;
let founder: string;
/** Workstation credential of the laptop; a program's credential does not allow passphrases. */
let room: string;

async function issue(name: string) {
  const folder = join(vault.root, name);
  mkdirSync(folder, { mode: 0o700 });
  const made = await vault.admin.credentials.create({ name, groups: [] });
  writeCredentialFolder(folder, made, [vault.url]);
  return { folder, id: made.credential_id };
}

beforeAll(async () => {
  vault = await startLiveVault();
  founder = (await vault.admin.vault.get()).founder_key ?? '';
  room = (await issue('laptop')).folder;
  await vault.admin.patients.create({
    security_group_id: vault.group,
    record: { legal_name: 'Ada', display_name: 'Ada' },
  });
});
afterAll(() => vault.close());

function laptop() {
  const home = testTempDir();
  const dataDir = join(home, 'copy');
  const env = { SRVAULT_PASSPHRASE: PASSPHRASE, SRVAULT_STATE_DIR: join(home, 'state') };
  return {
    dataDir,
    travel: (...args: readonly string[]) =>
      srvault(['travel', ...args, '--data', dataDir, '--json'], { env }),
  };
}

const taking = () => ['take', '--credential', room, '--founder', founder.slice(0, 16)];

describe('srvault travel', () => {
  test('takes a copy, tells of it, exchanges, takes more and deletes it', async () => {
    const { dataDir, travel } = laptop();
    const taken = await travel(...taking(), '--since', '90d');
    expect([taken.exitCode, documentOf(taken)]).toMatchObject([
      0,
      { clinic: { standing: 'with' }, taken: [{ patients: 1, exams: 0, is_whole: true }], waits: [] },
    ]);
    expect(documentOf(await travel('status')).taken[0].since).not.toBeNull();
    expect(documentOf(await travel('exchange')).clinic.standing).toBe('with');
    expect(documentOf(await travel('more', '--group', vault.group)).taken[0].since).toBeNull();
    const { index } = await vault.admin.exams.create({
      security_group_id: vault.group,
      record: { title: 'CT' },
    });
    const exam_id = index.document_id;
    await vault.admin.drive(vault.group).upload(Buffer.from('a letter'), { name: 'letter.txt', exam_id });
    expect((await travel('exchange')).exitCode).toBe(0);
    expect(documentOf(await travel('pin', exam_id)).pins).toMatchObject([{ exam_id, files: 1 }]);
    expect(documentOf(await travel('exchange')).pins).toMatchObject([{ exam_id, files_here: 1 }]);
    expect(documentOf(await travel('unpin', exam_id)).pins).toEqual([]);
    expect(documentOf(await travel('delete'))).toEqual({ deleted: true, waiting: 0 });
    expect(readdirSync(dataDir)).toEqual([]);
  });

  test('goes on with another credential where its own was revoked', async () => {
    const { dataDir, travel } = laptop();
    const [first, second] = [await issue('room'), await issue('room-anew')];
    const taken = await travel('take', '--credential', first.folder, '--founder', founder.slice(0, 16));
    expect(taken.exitCode).toBe(0);
    await vault.admin.credentials.revoke(first.id);
    expect(documentOf(await travel('exchange')).clinic.standing).toBe('refused');
    const shown = () => readFileSync(join(dataDir, 'clinic', 'client.crt'), 'utf8');
    const before = shown();
    const nobody = await travel('credential', '--credential', second.folder, '--address', '127.0.0.1:1');
    expect([nobody.exitCode, shown()]).toEqual([10, before]);
    expect((await travel('credential', '--credential', second.folder)).exitCode).toBe(0);
    expect(documentOf(await travel('exchange')).clinic).toMatchObject({ standing: 'with' });
  });

  test('is refused before anything is made where the founder was not compared, or the folder holds something', async () => {
    const { dataDir, travel } = laptop();
    const uncompared = await travel('take', '--credential', room);
    expect([uncompared.exitCode, existsSync(dataDir)]).toEqual([2, false]);
    const wrong = await travel('take', '--credential', room, '--founder', '0'.repeat(16));
    expect([wrong.exitCode, existsSync(dataDir)]).toEqual([10, false]);
    const full = testTempDir();
    writeFileSync(join(full, 'letter.txt'), 'kept');
    const run = await srvault(['travel', ...taking(), '--data', full, '--json'], {
      env: { SRVAULT_PASSPHRASE: PASSPHRASE },
    });
    expect([run.exitCode, documentOf(run).error.code]).toEqual([6, 'already_initialized']);
    expect(readdirSync(full)).toEqual(['letter.txt']);
  });

  test('what never was whole is not opened, and goes on where it stood, or is begun anew where that does not fit', async () => {
    const { dataDir, travel } = laptop();
    // State left by a process that ended before writing the marker file.
    mkdirSync(dataDir, { mode: 0o700 });
    for (const name of ['lock.sqlite', 'copy.new']) writeFileSync(join(dataDir, name), '');
    expect((await travel(...taking(), '--since', '90d')).exitCode).toBe(0);
    const mark = join(dataDir, 'copy');
    const marked = () => JSON.parse(readFileSync(mark, 'utf8'));
    const interrupt = () => writeFileSync(mark, JSON.stringify({ ...marked(), is_whole: false }));
    const { copy_id } = marked();
    interrupt();
    const status = await travel('status');
    expect([status.exitCode, documentOf(status).error.message]).toEqual([
      10,
      expect.stringContaining('Run the same'),
    ]);
    expect((await travel(...taking(), '--since', '90d')).exitCode).toBe(0);
    expect(marked()).toMatchObject({ copy_id, is_whole: true });
    interrupt();
    expect((await travel(...taking())).exitCode).toBe(0);
    expect(marked().copy_id).not.toBe(copy_id);
    expect(documentOf(await travel('status')).taken).toMatchObject([
      { patients: 1, since: null, is_whole: true },
    ]);
  });
});
