import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { desktopClient } from '#scripts/desktop-client.ts';
import { fhirSchema } from '#test/lib/fhir/fhir-schema.ts';
import { type LiveVault, PASSPHRASE, startLiveVault } from '#test/support/live-vault.ts';
import { documentOf, srvault } from './run-srvault.ts';

let vault: LiveVault;
let backups: string;
let restored: string;

beforeAll(async () => {
  vault = await startLiveVault();
  backups = join(vault.root, 'backups');
  restored = join(vault.root, 'restored');
  const record = { display_name: 'Ada Example' };
  await vault.admin.patients.create({ security_group_id: vault.group, record });
  await vault.admin.drive(vault.group).upload(new Uint8Array(100_000), { name: 'a.bin' });
});
afterAll(() => vault.close());

function run(...args: string[]) {
  const env = { SRVAULT_STATE_DIR: join(vault.root, 'state'), SRVAULT_PASSPHRASE: PASSPHRASE };
  return srvault([...args, '--json'], { env });
}

describe('on a folder that is being served', () => {
  test('doctor and verify find nothing and end with 0', async () => {
    const looked = await run('doctor', '--data', vault.dataDir);
    expect(looked.exitCode).toBe(0);
    expect(documentOf(looked)).toMatchObject({ findings: [], is_served: true });
    const verified = await run('verify', '--data', vault.dataDir);
    expect(verified.exitCode).toBe(0);
    expect(documentOf(verified)).toMatchObject({ findings: [], checked: { documents: 1, versions: 1 } });
  });

  test('backup takes everything, and restore proves it', async () => {
    const backedUp = await run('backup', '--data', vault.dataDir, '--to', backups);
    expect(backedUp.exitCode).toBe(0);
    expect(documentOf(backedUp)).toMatchObject({ findings: [], snapshot: readdirSync(backups)[0] });
    const run1 = await run('restore', '--from', backups, '--data', restored);
    expect(run1.exitCode).toBe(0);
    expect(documentOf(run1)).toMatchObject({ findings: [], restored: true, checked: { documents: 1 } });
    expect((await run('restore', '--from', backups, '--data', restored)).exitCode).toBe(6);
    expect((await run('backup', '--data', vault.dataDir, '--to', join(vault.dataDir, 'b'))).exitCode).toBe(7);
  });
});

test('audit verify holds; audit export prints ids and no names of records', async () => {
  const verified = await run('audit', 'verify', '--data', vault.dataDir);
  expect(verified.exitCode).toBe(0);
  expect(documentOf(verified)).toMatchObject({ findings: [], broken_seq: null });
  const exported = await run('audit', 'export', '--data', vault.dataDir);
  expect(exported.exitCode).toBe(0);
  const entries = documentOf(exported).entries;
  expect(entries).toContainEqual(
    expect.objectContaining({ kind: 'document_created', by: expect.anything() }),
  );
  expect(JSON.stringify(entries)).not.toContain('Ada Example');
  const seqs = entries.map(({ seq }: { seq: number }) => seq);
  expect(seqs).toEqual(seqs.toSorted((left: number, right: number) => left - right));
  expect(seqs[0]).toBe(1);
  const env = { SRVAULT_STATE_DIR: join(vault.root, 'state'), SRVAULT_PASSPHRASE: PASSPHRASE };
  const only = ['--kind', 'document_created', '--since', '2020-01-01', '--lines'];
  const lines = await srvault(['audit', 'export', '--data', vault.dataDir, ...only], { env });
  const [made, ...others] = lines.stdout.trimEnd().split('\n');
  expect(others).toEqual([]);
  expect(entries).toContainEqual(JSON.parse(made ?? ''));
  const inFhir = await run('audit', 'export', '--data', vault.dataDir, '--format', 'fhir');
  expect(inFhir.exitCode).toBe(0);
  const bundle = documentOf(inFhir);
  expect(fhirSchema(bundle)).toEqual([]);
  const ids = bundle.entry.map(({ resource }: { resource: { id: string } }) => Number(resource.id));
  expect(ids.slice(0, seqs.length)).toEqual(seqs);
  const inSyslog = await srvault(['audit', 'export', '--data', vault.dataDir, '--format', 'syslog'], { env });
  expect(inSyslog.exitCode).toBe(0);
  const messages = inSyslog.stdout.trimEnd().split('\n');
  expect(messages.length).toBeGreaterThan(ids.length);
  for (const message of messages) expect(message).toMatch(/^<8[45]>1 \S+ \S+ srvault - DICOM\+RFC3881 - /);
  const none = await srvault(['audit', 'export', '--data', vault.dataDir, '--until', '2020-01-01'], { env });
  expect(none.stdout.trimEnd().split('\n')).toHaveLength(1);
  // An unserved folder, and one with an edited audit log.
  expect((await run('audit', 'export', '--data', restored)).exitCode).toBe(0);
  const db = new SqliteDatabase(join(restored, 'vault.sqlite'));
  db.exec("UPDATE audit_entries SET at = '2020-01-01T00:00:00.000Z' WHERE seq = 2");
  db.close();
  const edited = await run('audit', 'verify', '--data', restored);
  expect(edited.exitCode).toBe(10);
  expect(documentOf(edited)).toMatchObject({ broken_seq: 2, findings: [{ code: 'audit_damaged', id: '2' }] });
  const exportedEdited = await run('audit', 'export', '--data', restored);
  expect(exportedEdited.exitCode).toBe(10);
  const told = documentOf(exportedEdited);
  expect(told.entries.length).toBeGreaterThan(2);
  expect(told.findings).toMatchObject([{ code: 'audit_damaged', id: '2' }]);
});

describe('a folder or a backup that is damaged', () => {
  const DATABASE = 'vault.sqlite';
  let whole: string;

  beforeAll(async () => {
    whole = join(vault.root, 'backups-whole');
    await run('backup', '--data', vault.dataDir, '--to', whole);
  });

  test.each([
    ['cut', 'database_damaged', (file: string) => truncateSync(file, 100_000)],
    ['overwritten', 'database_not_a_vault', (file: string) => writeFileSync(file, 'hello')],
  ])('a database %s is a finding of every command, and serve ends with 10', async (name, code, damage) => {
    const broken = join(vault.root, `database-${name}`);
    expect((await run('restore', '--from', whole, '--data', broken)).exitCode).toBe(0);
    damage(join(broken, DATABASE));
    for (const command of [
      ['audit', 'verify'],
      ['audit', 'export'],
      ['backup', '--to', `${broken}-to`],
    ]) {
      const told = await run(...command, '--data', broken);
      expect(told.exitCode, command.join(' ')).toBe(10);
      expect(documentOf(told).findings, command.join(' ')).toMatchObject([{ code, id: null }]);
    }
    const served = await srvault(['serve', '--data', broken, '--port', '0']);
    expect(served.exitCode).toBe(10);
    expect(served.stderr).toContain('srvault doctor');
  });

  test('a backup names a missing file once', async () => {
    const broken = join(vault.root, 'file-missing');
    expect((await run('restore', '--from', whole, '--data', broken)).exitCode).toBe(0);
    rmSync(join(broken, 'blobs'), { recursive: true });
    const told = await run('backup', '--data', broken, '--to', `${broken}-to`);
    expect(told.exitCode).toBe(10);
    expect(documentOf(told).findings).toMatchObject([{ code: 'blob_missing' }]);
  });

  test.each([
    ['damaged', (file: string) => writeFileSync(file, '{}')],
    ['gone', (file: string) => rmSync(file)],
  ])('a snapshot whose manifest is %s is a finding, and no folder is made', async (name, damage) => {
    const to = join(vault.root, `backups-${name}`);
    const taken = await run('backup', '--data', vault.dataDir, '--to', to);
    const snapshot = join(to, documentOf(taken).snapshot);
    damage(join(snapshot, 'manifest.json'));
    const data = join(vault.root, `manifest-${name}`);
    const told = await run('restore', '--from', snapshot, '--data', data);
    expect(told.exitCode).toBe(10);
    expect(documentOf(told)).toMatchObject({
      restored: false,
      findings: [{ code: 'backup_damaged', id: 'manifest.json' }],
    });
    expect(existsSync(data)).toBe(false);
  });
});

test('a newest snapshot without its manifest is named, whether an older one was restored or there is none', async () => {
  const damaged = join(vault.root, 'damaged');
  const newest = '20991231T235959Z';
  mkdirSync(join(damaged, newest), { recursive: true });
  const none = await run('restore', '--from', damaged, '--data', join(vault.root, 'none'));
  expect(none.exitCode).toBe(10);
  expect(documentOf(none)).toMatchObject({ restored: false, findings: [{ code: 'backup_damaged' }] });
  cpSync(backups, damaged, { recursive: true });
  const older = await run('restore', '--from', damaged, '--data', join(vault.root, 'older'));
  expect(older.exitCode).toBe(10);
  expect(documentOf(older)).toMatchObject({
    restored: true,
    snapshot: readdirSync(backups)[0],
    findings: [{ code: 'backup_damaged', id: `${newest}/manifest.json` }],
  });
});

test('audit patient prints who saw a patient as JSON, CSV and table, without titles', async () => {
  const record = { display_name: '=Ada Second' };
  const { index } = await vault.admin.patients.create({ security_group_id: vault.group, record });
  const id = index.document_id;
  await vault.admin.patients.get(id);
  const told = documentOf(await run('audit', 'patient', id, '--data', vault.dataDir));
  const kinds = told.items.map(({ kind }: { kind: string }) => kind);
  expect(kinds).toEqual(['audit_exported', 'document_read', 'document_created']);
  const env = { SRVAULT_STATE_DIR: join(vault.root, 'state'), SRVAULT_PASSPHRASE: PASSPHRASE };
  const csv = await srvault(['audit', 'patient', id, '--data', vault.dataDir, '--format', 'csv'], { env });
  const [head, ...lines] = csv.stdout.trimEnd().split('\r\n');
  expect(head).toBe('seq,at,who,principal,certificate,kind,type,object,outcome');
  expect(lines).toHaveLength(4);
  expect(lines.at(-1)).toMatch(new RegExp(`,document_created,patients,${id},done$`));
  const table = await srvault(['audit', 'patient', id, '--data', vault.dataDir, '--until', '2020-01-01'], {
    env,
  });
  expect(table.stdout).toBe('Nothing.\n');
  expect(csv.stdout).not.toContain('Second');
});

test('audit recoveries tells of everybody who came in by recovery key', async () => {
  const none = await run('audit', 'recoveries', '--data', vault.dataDir);
  expect(documentOf(none)).toEqual({ items: [], total: 0 });
  const { recovery_key } = await vault.admin.session.renewRecoveryKey({ current_passphrase: PASSPHRASE });
  const visitor = desktopClient(vault.url, vault.dataDir);
  await visitor.session.open({ recovery_key });
  await visitor.close();
  const told = await run('audit', 'recoveries', '--data', vault.dataDir);
  expect(told.exitCode).toBe(0);
  expect(documentOf(told)).toMatchObject({ items: [{ display_name: 'Founder' }], total: 1 });
});

test('what does not hold ends with 10 and is named by id', async () => {
  const blobs = join(restored, 'blobs');
  const [blob] = readdirSync(blobs, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  writeFileSync(join(blob?.parentPath ?? '', blob?.name ?? ''), 'not sealed');
  const verified = await run('verify', '--data', restored);
  expect(verified.exitCode).toBe(10);
  expect(documentOf(verified).findings).toContainEqual({
    code: 'blob_damaged',
    id: blob?.name,
    what: expect.any(String),
    advice: expect.any(String),
  });
  const env = { SRVAULT_STATE_DIR: join(vault.root, 'state'), SRVAULT_PASSPHRASE: PASSPHRASE };
  const { stdout } = await srvault(['verify', '--data', restored], { env });
  expect(stdout).toMatch(/1 files, .* were looked at; 0 bytes of files opened/);
  expect(stdout).toContain('The content of a file does not open.');
  rmSync(join(restored, 'vault.sqlite'));
  const looked = await run('doctor', '--data', restored);
  expect(looked.exitCode).toBe(10);
  expect(documentOf(looked).findings[0]).toMatchObject({ code: 'database_missing' });
  const served = await srvault(['serve', '--data', restored, '--port', '0']);
  expect(served.exitCode).toBe(10);
  expect(existsSync(join(restored, 'vault.sqlite'))).toBe(false);
});

test.each([['doctor'], ['init', '--workspace', 'W', '--owner', 'O']])(
  '%s: an empty --data is no folder',
  async (...command) => {
    const told = await run(...command, '--data', '');
    expect(told.exitCode).toBe(2);
    expect(told.stderr).toContain('Name a folder.');
  },
);

const LOOKING = [
  ['doctor'],
  ['verify'],
  ['backup', '--to', 'elsewhere'],
  ['audit', 'verify'],
  ['audit', 'export'],
];

test.each(LOOKING)('%s: a folder without a vault ends with 6 and stays as it is', async (...command) => {
  for (const folder of ['empty', 'nowhere']) {
    const data = join(vault.root, folder);
    if (folder === 'empty') mkdirSync(data, { recursive: true });
    const told = await run(...command, '--data', data);
    expect(told.exitCode).toBe(6);
    expect(documentOf(told)).toMatchObject({ error: { code: 'not_initialized' } });
    expect(existsSync(data) ? readdirSync(data) : []).toEqual([]);
  }
});

test.each(LOOKING)('%s: a vault that lost its database is a finding', async (...command) => {
  const data = join(vault.root, 'lost');
  cpSync(vault.dataDir, data, { recursive: true, filter: (path) => !path.includes('.sqlite') });
  const told = await run(...command, '--data', data);
  expect(told.exitCode).toBe(10);
  expect(documentOf(told).findings).toContainEqual(expect.objectContaining({ code: 'database_missing' }));
});

test('another command on a vault that lost its database does not advise a new one', async () => {
  const data = join(vault.root, 'lost');
  const told = await run('credential', 'list', '--data', data);
  expect(told.exitCode).toBe(10);
  expect(documentOf(told)).toMatchObject({
    error: { code: 'protocol_error', message: expect.stringContaining('srvault restore') },
  });
});
