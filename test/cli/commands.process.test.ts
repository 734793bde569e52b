import { chmodSync, cpSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type LiveVault, startLiveVault } from '#test/support/live-vault.ts';
import { documentOf, srvault } from './run-srvault.ts';

let vault: LiveVault;

beforeAll(async () => {
  vault = await startLiveVault();
});
afterAll(() => vault.close());

/** Runs a command with the owner's credential and returns its JSON document. */
async function ask(args: readonly string[], input?: string) {
  const run = await srvault([...args, '--json'], {
    env: { SRVAULT_PROFILE: vault.profile },
    ...(input === undefined ? {} : { input }),
  });
  expect(run).toMatchObject({ exitCode: 0, stderr: '' });
  return documentOf(run);
}

const RECORDS = {
  patients: { display_name: 'Ána Example', birth_date: '1980-02-03' },
  exams: { title: 'CT head', modality: 'CT', report_html: '<p>Normal.</p>' },
  templates: { title: 'CT head, normal', modality: 'CT' },
} as const;

describe.each(Object.entries(RECORDS))('srvault %s', (resource, record) => {
  test('creates from stdin, gets, updates from a file, and goes through every state', async () => {
    const created = await ask([resource, 'create'], JSON.stringify(record));
    expect(Object.keys(created).sort()).toEqual(['draft_rev', 'index', 'record', 'summary', 'version_id']);
    const id = created.index.document_id;
    const got = await ask([resource, 'get', id]);
    expect(got.record).toEqual(created.record);
    const file = join(vault.root, `${resource}.json`);
    writeFileSync(
      file,
      JSON.stringify({ ...got, record: { ...got.record, custom_attributes: { seen: true } } }),
    );
    const updated = await ask([resource, 'update', id, '--file', file]);
    expect(updated.record.custom_attributes).toEqual({ seen: true });
    const stale = await srvault([resource, 'update', id, '--file', file, '--profile', vault.profile]);
    expect(stale.exitCode).toBe(6);
    const versions = await ask([resource, 'versions', id]);
    expect(versions.items.map(({ seq }: { seq: number }) => seq)).toEqual([2, 1]);
    const first = await ask([resource, 'get', id, '--version-id', created.version_id]);
    expect(first.version_id).toBe(created.version_id);
    expect((await ask([resource, 'archive', id])).is_archived).toBe(true);
    expect((await ask([resource, 'list', '--state', 'archived'])).items).toHaveLength(1);
    expect((await ask([resource, 'unarchive', id])).is_archived).toBe(false);
    expect((await ask([resource, 'delete', id])).is_deleted).toBe(true);
    expect((await ask([resource, 'list'])).items).toEqual([]);
    expect((await ask([resource, 'restore', id])).is_deleted).toBe(false);
  });

  test('lists for people as a table and for programs as a page', async () => {
    const page = await ask([resource, 'list', '--limit', '1', '--sort', '-updated_at']);
    expect(page).toEqual({
      items: [expect.objectContaining({ version_id: expect.any(String) })],
      next_cursor: null,
    });
    const table = await srvault([resource, 'list'], { env: { SRVAULT_PROFILE: vault.profile } });
    expect(table.stdout).toMatch(/^id +name +date +updated_at\n[0-9a-f-]{36} /);
  });
});

describe('searching', () => {
  test('finds by prefix without diacritics, and pages by cursor', async () => {
    expect((await ask(['patients', 'list', '--q', 'ana exa'])).items).toHaveLength(1);
    await ask(['patients', 'create'], '{"display_name":"Second"}');
    const page = await ask(['patients', 'list', '--limit', '1']);
    expect(page.next_cursor).not.toBeNull();
    const next = await ask(['patients', 'list', '--limit', '1', '--cursor', page.next_cursor]);
    expect(next.items[0].index.document_id).not.toBe(page.items[0].index.document_id);
    expect((await ask(['patients', 'list', '--limit', '1', '--all'])).items).toHaveLength(2);
  });
});

describe('bad input', () => {
  const env = () => ({ env: { SRVAULT_PROFILE: vault.profile } });

  test.each([
    [['patients', 'create'], 'not json', 7],
    [['patients', 'create'], '[]', 7],
    [['patients', 'create'], '{}', 7],
    [['patients', 'create'], '{"display_name":"A","unknown":1}', 7],
    [['patients', 'get', 'nonsense'], '', 7],
    [['patients', 'get', '01890000-0000-7000-8000-000000000001'], '', 5],
    [['patients', 'list', '--limit', '1000'], '', 7],
    [['patients', 'create', '--file', '/nowhere.json'], '', 2],
    [['patients', 'create', '--group', '01890000-0000-7000-8000-000000000001'], '{"display_name":"A"}', 4],
    [['patients', 'frobnicate'], '', 2],
    [['patients', 'get'], '', 2],
    [['patients', 'list', '--patient', 'x'], '', 2],
    [['drive', 'put', '/nowhere.bin'], '', 2],
    [['drive', 'get', '01890000-0000-7000-8000-000000000001'], '', 2],
    [['--nonsense'], '', 2],
    [['status', '--url', 'http://127.0.0.1', '--check'], '', 2],
  ])('%j ends with its code, one document, no stack', async (args, input, exitCode) => {
    const run = await srvault([...args, '--json'], { ...env(), input });
    expect(run.exitCode).toBe(exitCode);
    expect(documentOf(run).error.message).toEqual(expect.any(String));
    expect(run.stderr).not.toMatch(/\n\s+at /);
  });

  test('the message never echoes what was in the record', async () => {
    const run = await srvault(['patients', 'create', '--json'], {
      ...env(),
      input: '{"display_name":"Canaryname","birth_date":"Canarydate"}',
    });
    expect(run.exitCode).toBe(7);
    expect(run.stdout + run.stderr).not.toContain('Canary');
    const broken = await srvault(['patients', 'create', '--json'], {
      ...env(),
      input: '{"display_name":Canaryname}',
    });
    expect(broken.stdout + broken.stderr).not.toContain('Canary');
  });

  test('no profile, and a folder that is none, are named', async () => {
    expect((await srvault(['patients', 'list'])).exitCode).toBe(2);
    const run = await srvault(['patients', 'list', '--profile', vault.root]);
    expect(run).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('is not a credential folder') });
  });

  test('a key others may read is refused, a damaged token too', async () => {
    const copy = join(vault.root, 'copied');
    cpSync(vault.profile, copy, { recursive: true });
    chmodSync(join(copy, 'client.key'), 0o644);
    const open = await srvault(['patients', 'list', '--profile', copy, '--url', vault.url]);
    expect(open.exitCode).toBe(2);
    expect(open.stderr).toContain('chmod 600');
    chmodSync(join(copy, 'client.key'), 0o600);
    chmodSync(join(copy, 'token'), 0o644);
    expect(await srvault(['status', '--profile', copy])).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('chmod 600'),
    });
    chmodSync(join(copy, 'token'), 0o600);
    const token = readFileSync(join(copy, 'token'), 'utf8');
    writeFileSync(
      join(copy, 'token'),
      token.replace(/.\n$/, (end) => (end === 'A\n' ? 'B\n' : 'A\n')),
    );
    expect((await srvault(['status', '--profile', copy])).exitCode).toBe(3);
  });
});

describe('srvault drive', () => {
  test('makes folders, puts, lists and gets files', async () => {
    const folder = await ask(['drive', 'mkdir', 'Bilder']);
    const file = join(vault.root, 'scan.txt');
    writeFileSync(file, 'content');
    const put = await ask(['drive', 'put', file, file, '--parent', folder.node_id, '--verify']);
    expect(put.items.map(({ name, status }: { name: string; status: string }) => [name, status])).toEqual([
      ['scan.txt', 'ready'],
      ['scan (2).txt', 'ready'],
    ]);
    expect((await ask(['drive', 'ls', '--parent', folder.node_id])).items).toHaveLength(2);
    const out = join(vault.root, 'back.txt');
    const got = await ask(['drive', 'get', put.items[0].node_id, '--out', out]);
    expect(got).toMatchObject({ out, size: 7, sha256: put.items[0].sha256 });
    expect(readFileSync(out, 'utf8')).toBe('content');
    expect(statSync(out).mode & 0o777).toBe(0o600);
  });

  test('looks at all files before it sends the first', async () => {
    const file = join(vault.root, 'first.txt');
    writeFileSync(file, 'content');
    for (const other of [vault.root, join(vault.root, 'missing.txt')]) {
      const run = await srvault([
        'drive',
        'put',
        file,
        other,
        '--profile',
        vault.profile,
        '--url',
        vault.url,
      ]);
      expect(run).toMatchObject({ exitCode: 2, stderr: expect.stringContaining(other) });
    }
    const { items } = await ask(['drive', 'ls']);
    expect(items.map(({ name }: { name: string }) => name)).not.toContain('first.txt');
  });

  test('a download that fails leaves the old file and no part behind', async () => {
    const folder = join(vault.root, 'downloads');
    mkdirSync(folder);
    const out = join(folder, 'kept.txt');
    writeFileSync(out, 'old');
    const run = await srvault(['drive', 'get', '01890000-0000-7000-8000-000000000001', '--out', out], {
      env: { SRVAULT_PROFILE: vault.profile },
    });
    expect(run.exitCode).toBe(5);
    expect(readFileSync(out, 'utf8')).toBe('old');
  });
});

describe('srvault status', () => {
  test('reads the credential without any network', async () => {
    const status = await ask(['status', '--url', 'https://203.0.113.1']);
    expect(status).toMatchObject({
      base_url: vault.url,
      is_expired: false,
      workspace_name: 'Test workspace',
    });
    expect(status.groups).toEqual([
      { security_group_id: vault.group, name: expect.any(String), role: 'owner' },
    ]);
    expect(status).not.toHaveProperty('check');
  });

  test('--check unlocks and lists the granted groups, and leaves no unlocked session behind', async () => {
    const status = await ask(['status', '--check']);
    expect(status.check).toMatchObject({ state: 'unlocked', groups: [{ key_available: true }] });
    const rows = await vault.admin.session.list().toArray({ limit: 1000 });
    const own = rows.find(({ session_id }) => session_id === status.check.session_id);
    expect(own?.state ?? 'ended').not.toBe('unlocked');
  });
});
