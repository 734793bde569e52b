import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AuditEntry } from '#contract/audit/audit-entry.ts';
import { type LiveVault, startLiveVault } from '#test/support/live-vault.ts';

let vault: LiveVault;

beforeAll(async () => {
  vault = await startLiveVault();
});
afterAll(() => vault.close());

function entries(query: Parameters<LiveVault['admin']['audit']['list']>[0] = {}): Promise<AuditEntry[]> {
  return vault.admin.audit.list(query).toArray({ limit: 1_000 });
}

const WHO = { display_name: expect.any(String) };

describe('GET /v1/audit', () => {
  test('tells who opened, wrote, read and was refused, with the title for who may know it', async () => {
    const record = { display_name: 'Zebrafish Canary' };
    const made = await vault.admin.patients.create({ security_group_id: vault.group, record });
    const { document_id } = made.index;
    await vault.admin.patients.update(document_id, {
      record: { display_name: 'Zebrafish Second' },
      expected_latest_version_id: null,
    });
    await vault.admin.patients.get(document_id);
    const about = await entries({ object_id: document_id });
    expect(about.map(({ kind }) => kind)).toEqual(['document_read', 'document_updated', 'document_created']);
    expect(about[1]).toMatchObject({
      by: WHO,
      client_cn: expect.any(String),
      object_type: 'patients',
      security_group_id: vault.group,
      title: 'Zebrafish Second',
    });
    const all = await entries();
    expect(all.map(({ kind }) => kind)).toContain('session_opened');
    expect(all.map(({ seq }) => seq)).toEqual(all.map((_, index) => (all[0]?.seq ?? 0) - index));
    expect(all.slice(0, -1).every((entry, index) => entry.prev_hash === all[index + 1]?.hash)).toBe(true);
    const db = new SqliteDatabase(join(vault.dataDir, 'vault.sqlite'), { readonly: true });
    const stored = db.prepare<[], Buffer>('SELECT entry FROM audit_entries').pluck().all();
    db.close();
    expect(Buffer.concat(stored).includes(document_id)).toBe(false);
  });

  test('says once a minute what a session reads again, and each version and each session by itself', async () => {
    const made = await vault.admin.patients.create({
      security_group_id: vault.group,
      record: { display_name: 'Heron Canary' },
    });
    const { document_id } = made.index;
    const version_id = String(made.version_id);
    const read = () => vault.admin.patients.get(document_id);
    await Promise.all([read(), read(), read()]);
    for (let time = 0; time < 2; time += 1) await vault.admin.patients.get(document_id, { version_id });
    await read();
    // Each opens its own session with the same certificate.
    for (const program of [vault.connect(), vault.connect()])
      for (let time = 0; time < 2; time += 1) await program.patients.get(document_id);
    const about = await entries({ object_id: document_id });
    const readings = about.filter(({ kind }) => kind === 'document_read').toReversed();
    expect(readings.map((entry) => entry.version_id ?? null)).toEqual([null, version_id, null, null]);
    const [own, again, ...others] = readings.map(({ session_id }) => session_id);
    expect(again).toBe(own);
    expect(new Set([own, ...others]).size).toBe(3);
  });

  test('tells four sessions of a program in an hour, and of others what was not read in it', async () => {
    const { profile, credential_id } = await vault.issue('every-minute', 'viewer');
    const record = { display_name: 'Wren Canary' };
    const make = () => vault.admin.patients.create({ security_group_id: vault.group, record });
    const [first, later] = [(await make()).index.document_id, (await make()).index.document_id];
    const rows = () => {
      const db = new SqliteDatabase(join(vault.dataDir, 'vault.sqlite'), { readonly: true });
      const count = db.prepare<[], number>('SELECT count(*) FROM audit_keys').pluck().get() ?? 0;
      db.close();
      return count;
    };
    const run = async (document_id: string) => {
      const program = vault.connect({ profile });
      await program.patients.get(document_id);
      await program.session.lock();
      await program.close();
    };
    for (let time = 0; time < 4; time += 1) await run(first);
    const keys = rows();
    for (let time = 0; time < 20; time += 1) await run(first);
    expect(rows()).toBe(keys);
    await run(later);
    const all = await entries();
    const { client_cn } = (await vault.admin.credentials.list().toArray({ limit: 100 })).find(
      (credential) => credential.credential_id === credential_id,
    ) ?? { client_cn: '' };
    const own = all.filter((entry) => entry.client_cn === client_cn).map(({ kind }) => kind);
    const countOf = (kind: string) => own.filter((each) => each === kind).length;
    expect([countOf('session_opened'), countOf('document_read')]).toEqual([4, 5]);
    expect(countOf('session_locked') + countOf('session_ended')).toBe(4);
  });

  test('says a refused opening and a refused request, each with its code, once a minute', async () => {
    const stranger = vault.connect({ token: undefined });
    for (let time = 0; time < 3; time += 1)
      await expect(stranger.session.open({ recovery_key: 'not one at all' })).rejects.toThrow();
    const refused = await entries({ refused: true });
    expect(refused.map(({ code, operation }) => [code, operation])).toEqual([
      ['credential_rejected', 'openSession'],
    ]);
    const { principal } = await vault.admin.session.get();
    const { principal_id } = principal;
    const guess = () => stranger.session.open({ passphrase: 'wrong one', principal_id });
    await expect(guess()).rejects.toMatchObject({ code: 'permission_denied' });
    await vault.admin.settings.patch({ passphrase_certificates: 'any' });
    await expect(guess()).rejects.toMatchObject({ code: 'credential_rejected' });
    const aimed = await entries({ refused: true, object_id: principal_id });
    expect(aimed.map(({ code, operation }) => [code, operation])).toEqual([
      ['credential_rejected', 'openSession'],
      ['permission_denied', 'openSession'],
    ]);
  });

  test('is for administrators', async () => {
    const program = vault.connect();
    await expect(program.audit.list().page()).rejects.toMatchObject({ code: 'permission_denied' });
    expect((await entries({ refused: true }))[0]).toMatchObject({
      code: 'permission_denied',
      operation: 'listAudit',
      by: WHO,
    });
  });
});
