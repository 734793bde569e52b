/**
 * Tests requests to co-sign between persons of one vault: asked, listed, fulfilled, withdrawn, overtaken; and
 * tampering.
 */
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Role } from '#contract/access/roles.ts';
import { desktopClient } from '#scripts/desktop-client.ts';
import type { VaultClient } from '#sdk/client.ts';
import { verifyFolder } from '#server/integrity/verify/verify-folder.ts';
import { type LiveVault, PASSPHRASE, startLiveVault } from '#test/support/live-vault.ts';

const NEVER_MADE = '01900000-0000-7000-8000-000000000000';

interface Person {
  readonly client: VaultClient;
  readonly id: string;
}

let vault: LiveVault;
let stand: Person;
let lind: Person;
let viewer: Person;
const clients: VaultClient[] = [];

beforeAll(async () => {
  vault = await startLiveVault();
  stand = await invite('Dr M. Stand', 'editor');
  lind = await invite('Dr B. Lind', 'editor');
  viewer = await invite('Viewer', 'viewer');
});
afterAll(async () => {
  await Promise.all(clients.map((client) => client.close()));
  await vault.close();
});

async function invite(display_name: string, role: Role): Promise<Person> {
  const { invite_code, principal_id } = await vault.admin.principals.invite({
    display_name,
    groups: [{ security_group_id: vault.group, role }],
  });
  const client = desktopClient(vault.url, vault.dataDir);
  clients.push(client);
  await client.session.open({ invite_code, new_passphrase: `meadow lantern ${display_name} harbour` });
  return { client, id: principal_id };
}

/** Creates a report signed by its author. */
async function signedReport() {
  const { index, version_id } = await vault.admin.exams.create({
    security_group_id: vault.group,
    record: { title: 'CT chest', custom_attributes: { report: { status: 'final' } } },
  });
  const signed = { id: index.document_id, version_id: version_id ?? '' };
  await vault.admin.exams.sign(signed.id, { version_id: signed.version_id, intent: 'final' });
  return signed;
}

const ask = (id: string, version_id: string, { id: principal_id }: Pick<Person, 'id'>) =>
  vault.admin.exams.cosign.ask(id, { version_id, principal_id });

async function newVersion(id: string): Promise<string> {
  const { version_id } = await vault.admin.exams.edit(id, (record) => ({ ...record, title: 'Added to' }));
  return version_id ?? '';
}

const awaitedBy = async ({ client }: Person, examId: string) =>
  (await client.exams.cosign.awaited()).items.filter(({ exam_id }) => exam_id === examId);
const statesOf = async (id: string) =>
  (await vault.admin.exams.cosign.list(id)).items.map(({ state }) => state);
const codeOf = (call: PromiseLike<unknown>) =>
  call.then(
    () => 'answered',
    ({ code }) => code,
  );

function inDatabase<T>(work: (db: Database.Database) => T): T {
  const db = new Database(join(vault.dataDir, 'vault.sqlite'));
  try {
    return work(db);
  } finally {
    db.close();
  }
}

describe('a request to co-sign', () => {
  test('reaches who is asked, holds nothing back, and is met by the co-signature', async () => {
    const { id, version_id } = await signedReport();
    const before = await vault.admin.exams.get(id);
    const asked = await ask(id, version_id, stand);
    expect(asked).toMatchObject({
      ...{ version_id, seq: 1, state: 'awaited', ended_at: null, ended_by: null },
      asked: { principal_id: stand.id, display_name: 'Dr M. Stand' },
      asked_by: { display_name: 'Founder' },
    });
    expect(await vault.admin.exams.get(id)).toEqual(before);
    const { exam_id, request } = (await awaitedBy(stand, id))[0] ?? {};
    expect([exam_id, request]).toEqual([id, asked]);
    expect(await awaitedBy(lind, id)).toEqual([]);

    await stand.client.exams.sign(id, { version_id, intent: 'co_signed' });
    expect(await awaitedBy(stand, id)).toEqual([]);
    const [met] = (await viewer.client.exams.cosign.list(id)).items;
    const [signature] = (await vault.admin.exams.signatures(id)).items;
    expect(met).toMatchObject({
      state: 'co_signed',
      ended_at: signature?.signed_at,
      ended_by: { principal_id: stand.id },
    });
    expect(signature?.intent).toBe('co_signed');
  });

  test('made again answers the one that stands; another person is asked beside it', async () => {
    const { id, version_id } = await signedReport();
    const first = await ask(id, version_id, stand);
    const again = await lind.client.exams.cosign.ask(id, { version_id, principal_id: stand.id });
    expect(again).toEqual(first);
    await ask(id, version_id, lind);
    expect(await statesOf(id)).toEqual(['awaited', 'awaited']);
    await lind.client.exams.sign(id, { version_id, intent: 'co_signed' });
    expect(await statesOf(id)).toEqual(['co_signed', 'awaited']);
    expect(await awaitedBy(stand, id)).toHaveLength(1);
  });

  test('any other signature of who is asked does not meet it', async () => {
    const { id, version_id } = await signedReport();
    await ask(id, version_id, stand);
    await stand.client.exams.sign(id, { version_id, intent: 'final' });
    expect(await statesOf(id)).toEqual(['awaited']);
  });

  test('is taken back by who asked or an owner, and by nobody else', async () => {
    const { id, version_id } = await signedReport();
    const byLind = { version_id, principal_id: stand.id };
    const own = await lind.client.exams.cosign.ask(id, byLind);
    expect(await codeOf(stand.client.exams.cosign.takeBack(id, own.request_id))).toBe('permission_denied');
    const back = await lind.client.exams.cosign.takeBack(id, own.request_id);
    expect(back).toMatchObject({ state: 'taken_back', ended_by: { principal_id: lind.id } });
    expect(await lind.client.exams.cosign.takeBack(id, own.request_id)).toEqual(back);
    expect(await awaitedBy(stand, id)).toEqual([]);

    const anew = await lind.client.exams.cosign.ask(id, byLind);
    expect(anew.request_id).not.toBe(own.request_id);
    const byOwner = await vault.admin.exams.cosign.takeBack(id, anew.request_id);
    expect(byOwner.ended_by?.display_name).toBe('Founder');
    expect(await statesOf(id)).toEqual(['taken_back', 'taken_back']);
    expect(await codeOf(vault.admin.exams.cosign.takeBack(id, NEVER_MADE))).toBe('not_found');
  });

  test('that was met is not taken back', async () => {
    const { id, version_id } = await signedReport();
    const { request_id } = await ask(id, version_id, stand);
    await stand.client.exams.sign(id, { version_id, intent: 'co_signed' });
    expect(await codeOf(vault.admin.exams.cosign.takeBack(id, request_id))).toBe('invalid_request');
  });

  test('is shown as superseded by a newer version, until it is made anew', async () => {
    const { id, version_id } = await signedReport();
    await ask(id, version_id, stand);
    const newer = await newVersion(id);
    expect((await awaitedBy(stand, id)).map(({ request }) => request.state)).toEqual(['superseded']);
    expect(await codeOf(ask(id, version_id, lind))).toBe('version_conflict');
    await ask(id, newer, stand);
    expect(await statesOf(id)).toEqual(['awaited', 'superseded']);
    expect((await awaitedBy(stand, id)).map(({ request }) => request.seq)).toEqual([2]);
    await stand.client.exams.sign(id, { version_id: newer, intent: 'co_signed' });
    expect(await awaitedBy(stand, id)).toEqual([]);
  });

  test('superseded, is no longer of concern once a newer version is co-signed', async () => {
    const { id, version_id } = await signedReport();
    await ask(id, version_id, stand);
    const newer = await newVersion(id);
    await stand.client.exams.sign(id, { version_id: newer, intent: 'co_signed' });
    expect(await statesOf(id)).toEqual(['superseded']);
    expect(await awaitedBy(stand, id)).toEqual([]);
  });

  test('is made to another person who can edit and has not signed the version', async () => {
    const { id, version_id } = await signedReport();
    const own = (await vault.admin.session.get()).principal.principal_id;
    await vault.issue('script that is asked', 'editor');
    const members = await vault.admin.groups.members(vault.group).toArray({ limit: 50 });
    const script = members.find(({ kind, role }) => kind === 'sdk' && role === 'editor');
    expect(script).toBeDefined();
    await stand.client.exams.sign(id, { version_id, intent: 'co_signed' });
    for (const principal of [own, viewer.id, script?.principal_id ?? '', stand.id, NEVER_MADE]) {
      expect(await codeOf(ask(id, version_id, { id: principal }))).toBe('invalid_request');
    }
    const byViewer = viewer.client.exams.cosign.ask(id, { version_id, principal_id: lind.id });
    expect(await codeOf(byViewer)).toBe('permission_denied');
    expect(await statesOf(id)).toEqual([]);
  });

  test('is of a version of the exam, and of a signed report', async () => {
    const { id } = await signedReport();
    const draft = await vault.admin.exams.create({
      security_group_id: vault.group,
      record: { title: 'MR', custom_attributes: { report: { status: 'preliminary' } } },
    });
    const version_id = draft.version_id ?? '';
    expect(await codeOf(ask(draft.index.document_id, version_id, lind))).toBe('invalid_request');
    expect(await codeOf(ask(id, version_id, lind))).toBe('not_found');
  });

  test('waits while its exam is in the trash, is not copied, and is purged with it', async () => {
    const { id, version_id } = await signedReport();
    await ask(id, version_id, stand);
    const other = await vault.admin.groups.create({ name: 'Second opinion' });
    const copy = await vault.admin.exams.copy(id, other.security_group_id);
    expect(await statesOf(copy.index.document_id)).toEqual([]);
    await vault.admin.exams.delete(id);
    expect(await awaitedBy(stand, id)).toEqual([]);
    expect(await codeOf(ask(id, version_id, lind))).toBe('document_deleted');
    await vault.admin.exams.restore(id);
    expect(await awaitedBy(stand, id)).toHaveLength(1);
    await vault.admin.exams.delete(id);
    await vault.admin.exams.purge(id);
    const count = inDatabase((db) =>
      db.prepare('SELECT count(*) FROM document_cosign_entries WHERE document_id = ?').pluck().get(id),
    );
    expect(count).toBe(0);
  });

  test('is told of as it comes and goes, and stands in the audit log', async () => {
    const { id, version_id } = await signedReport();
    const heard: unknown[] = [];
    const stop = new AbortController();
    const { promise: stands, resolve: onOpen } = Promise.withResolvers<void>();
    const listening = (async () => {
      for await (const { event, data } of stand.client.events({ signal: stop.signal, onOpen })) {
        if (event === 'cosign_request' && data.id === id) heard.push([data.resource, data.change]);
      }
    })();
    await stands;
    const { request_id } = await ask(id, version_id, stand);
    await vault.admin.exams.cosign.takeBack(id, request_id);
    await ask(id, version_id, stand);
    await stand.client.exams.sign(id, { version_id, intent: 'co_signed' });
    const told = ['created', 'updated', 'created', 'updated'].map((change) => ['exams', change]);
    await expect.poll(() => heard).toEqual(told);
    stop.abort();
    await listening;
    const entries = await vault.admin.audit.list({ object_id: id }).toArray({ limit: 50 });
    const done = entries.map(({ operation }) => operation);
    expect(done).toEqual(expect.arrayContaining(['askForCosignature', 'takeBackCosignRequest']));
  });

  test('survives a rotation of the group’s key', async () => {
    const { id, version_id } = await signedReport();
    const asked = await ask(id, version_id, stand);
    const leaver = await invite('Dr L. Leaver', 'viewer');
    const generation = async () =>
      (await vault.admin.exams.get(id)).index.encrypted_keys.group_key_generation;
    const before = await generation();
    await vault.admin.groups.removeMember(vault.group, leaver.id);
    await expect.poll(generation).toBeGreaterThan(before);
    expect((await awaitedBy(stand, id)).map(({ request }) => request)).toEqual([asked]);
  });
});

describe('a request in the database', () => {
  test('shows nothing of who asked whom', async () => {
    const { id, version_id } = await signedReport();
    await ask(id, version_id, stand);
    const rows = inDatabase((db) =>
      db.prepare<[], { sealed: Buffer }>('SELECT * FROM document_cosign_entries').all(),
    );
    expect(rows.length).toBeGreaterThan(0);
    for (const { sealed, ...clear } of rows) {
      expect(JSON.stringify(clear)).not.toContain(stand.id);
      expect(sealed.includes(stand.id)).toBe(false);
    }
  });

  const CHANGES = {
    'taken out': 'DELETE FROM document_cosign_entries WHERE document_id = ?',
    changed: 'UPDATE document_cosign_entries SET sealed = zeroblob(600) WHERE document_id = ?',
    renamed: `UPDATE document_cosign_entries SET entry_id = 'x' WHERE document_id = ?`,
    'disowned by its document': 'UPDATE documents SET cosign_sha256 = NULL WHERE document_id = ?',
    'counted away': 'UPDATE documents SET cosign_open = NULL WHERE document_id = ?',
  };
  test.each(Object.entries(CHANGES))('%s is noticed, and hides no other', async (_what, sql) => {
    const [whole, changed] = [await signedReport(), await signedReport()];
    for (const { id, version_id } of [whole, changed]) await ask(id, version_id, stand);
    inDatabase((db) => db.prepare(sql).run(changed.id));
    expect(await codeOf(vault.admin.exams.cosign.list(changed.id))).toBe('crypto_error');
    expect(await awaitedBy(stand, whole.id)).toHaveLength(1);
    expect(await awaitedBy(stand, changed.id)).toEqual([]);
  });

  test('of another exam does not open there', async () => {
    const [one, two] = [await signedReport(), await signedReport()];
    for (const { id, version_id } of [one, two]) await ask(id, version_id, stand);
    inDatabase((db) =>
      db
        .prepare(
          `UPDATE document_cosign_entries SET (entry_id, sealed) =
             (SELECT entry_id, sealed FROM document_cosign_entries WHERE document_id = ?) WHERE document_id = ?`,
        )
        .run(one.id, two.id),
    );
    expect(await codeOf(vault.admin.exams.cosign.list(two.id))).toBe('crypto_error');
  });

  test('is looked at by a verification of the folder', async () => {
    const { id, version_id } = await signedReport();
    await ask(id, version_id, stand);
    inDatabase((db) => db.prepare('DELETE FROM document_cosign_entries WHERE document_id = ?').run(id));
    const { principal_id } = (await vault.admin.session.get()).principal;
    const { findings } = await verifyFolder({
      dataDir: vault.dataDir,
      stateDir: join(vault.root, 'state'),
      opening: { passphrase: PASSPHRASE, principal_id },
    });
    expect(findings.filter((found) => found.id === id).map(({ code }) => code)).toEqual([
      'cosign_request_damaged',
    ]);
  });
});
