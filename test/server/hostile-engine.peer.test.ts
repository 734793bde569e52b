/**
 * Tests attacks by an administrator of the database or blob storage, with the resulting errors, in the order of the
 * clinic design, section 11. Attacks on a folder are in test/server/integrity/history, test/server/identity/actor and
 * the lane `tamper`.
 */
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { desktopClient, NOTHING_TWICE } from '#scripts/desktop-client.ts';
import { type PostgresCluster, psql, startPostgres } from '#scripts/postgres/cluster.ts';
import { createClient, type VaultClient } from '#sdk/client.ts';
import { createLastSeenState } from '#sdk/node/last-seen-state.ts';
import { nodeTransport } from '#sdk/transport-node.ts';
import { verifyFolder } from '#server/integrity/verify/verify-folder.ts';
import { needsPostgres } from '#test/support/left-out.ts';
import { CLINIC_PASSPHRASE, foundClinic, serveFolder } from '#test/support/served-folder.ts';
import { testTempDir } from '#test/support/temp-dir.ts';

const CRYPTO_ERROR = { status: 500, code: 'crypto_error' };
const DISPUTED = { code: 'protocol_error', message: expect.stringContaining('rolled back or forked') };

let cluster: PostgresCluster;
let made = 0;

/** Creates a vault with its own database, and a blob folder that the attacker can write. */
async function clinic() {
  made += 1;
  const database = `hostile${made}`;
  const admin = (sql: string) => psql(cluster.url('postgres'), sql);
  admin(`CREATE DATABASE ${database}`);
  const root = testTempDir();
  const files = join(root, 'files');
  mkdirSync(files);
  const at = { dataDir: join(root, 'vault'), stateDir: join(root, 'state') };
  const silent = { logLevel: 'silent' } as const;
  const first = await serveFolder(at, { ...silent, store: cluster.url(database), blobs: files });
  const group = await foundClinic(first.client);
  let running = first;
  return {
    ...{ group, files, at, root },
    client: first.client,
    server: first.server,
    patient: (client: VaultClient, display_name: string) =>
      client.patients.create({ security_group_id: group, record: { display_name } }),
    /** Edits without triggers, then signals a commit, so that servers notice a write. */
    edit: (sql: string) =>
      psql(
        cluster.url(database),
        `BEGIN; SET LOCAL session_replication_role = replica; ${sql}; UPDATE vault_head SET write_count = write_count + 1; COMMIT`,
      ),
    copyDatabase: (name: string) => admin(`CREATE DATABASE ${database}_${name} TEMPLATE ${database}`),
    putBackDatabase(name: string): void {
      admin(`DROP DATABASE ${database}`);
      admin(`ALTER DATABASE ${database}_${name} RENAME TO ${database}`);
    },
    urlOf: (name: string) => cluster.url(`${database}_${name}`),
    async stop(): Promise<void> {
      await running.client.close();
      await running.server.close();
    },
    async serve(place = at) {
      running = await serveFolder(place, silent);
      return running;
    },
  };
}

type Clinic = Awaited<ReturnType<typeof clinic>>;

/** Unlocks a client of a server, with its last seen state. */
async function witness(url: string, dataDir: string, seenStates = createLastSeenState()) {
  const client = desktopClient(url, dataDir, { ...NOTHING_TWICE, seenStates });
  onTestFinished(client.close);
  await client.session.open({ passphrase: CLINIC_PASSPHRASE });
  return { client, seenStates };
}

const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

describe('a hostile database', needsPostgres(), () => {
  beforeAll(async () => {
    cluster = await startPostgres();
  });
  afterAll(() => cluster.stop());

  test('reads, changes, swaps rows or cuts a chain: crypto_error for that document, the others open', async () => {
    const { client, patient, edit } = await clinic();
    const ids: string[] = [];
    for (const name of ['Anna', 'Bo', 'Cy', 'Di', 'Ed']) {
      const { index } = await patient(client, `${name} Ek`);
      await client.patients.update(index.document_id, {
        record: { display_name: `${name} Ek` },
        expected_latest_version_id: null,
      });
      ids.push(index.document_id);
    }
    const [changed = '', one = '', other = '', cut = '', whole = ''] = ids;
    const of = (id: string) => `document_id = '${id}'`;
    edit(`UPDATE documents SET is_archived = 1 WHERE ${of(changed)}`);
    edit(
      `UPDATE document_versions AS v SET sealed = w.sealed FROM document_versions AS w
       WHERE v.${of(one)} AND w.${of(other)} AND v.seq = w.seq`,
    );
    edit(`DELETE FROM document_versions WHERE ${of(cut)} AND seq = 1`);
    const once = { maxRetries: 0 };
    for (const id of [changed, one])
      await expect(client.patients.get(id, {}, once)).rejects.toMatchObject(CRYPTO_ERROR);
    await expect(client.patients.versions(cut).toArray({ limit: 5 })).rejects.toMatchObject(CRYPTO_ERROR);
    expect((await client.patients.get(whole)).record).toMatchObject({ display_name: 'Ed Ek' });
  });

  test.each([
    ['role', `UPDATE membership_records SET record_json = replace(record_json, 'owner', 'viewer')`],
    ['grant', 'UPDATE group_grants SET generation = generation + 1'],
  ])('forges a %s: nobody is let in by that list', async (_what, forgery) => {
    const { edit, stop, serve } = await clinic();
    await stop();
    edit(forgery);
    const { client } = await serve();
    await expect(
      client.session.open({ passphrase: CLINIC_PASSPHRASE }, { maxRetries: 0 }),
    ).rejects.toMatchObject(CRYPTO_ERROR);
  });

  test('un-revokes a certificate: client_certificate_required', async () => {
    const { client, server, group, edit } = await clinic();
    const { credential_id, ca_pem, certificate_pem, private_key_pem } = await client.credentials.create({
      name: 'Script',
      groups: [{ security_group_id: group, role: 'viewer' }],
    });
    const pem = { ca: ca_pem, cert: certificate_pem, key: private_key_pem };
    const script = createClient({ transport: nodeTransport({ ...pem, baseUrl: server.url }) });
    onTestFinished(script.close);
    await script.vault.get();
    await client.credentials.revoke(credential_id);
    edit('UPDATE certificates SET revoked_at = NULL; UPDATE credentials SET revoked_at = NULL');
    await expect(script.vault.get({ maxRetries: 0 })).rejects.toMatchObject({
      code: 'client_certificate_required',
    });
  });

  test('rolls the whole vault back, and every anchor is gone: protocol_error by the first client that saw more', async () => {
    const { client, server, at, patient, stop, serve, copyDatabase, putBackDatabase } = await clinic();
    await patient(client, 'Anna Ek');
    const { client: one, seenStates } = await witness(server.url, at.dataDir);
    await stop();
    copyDatabase('yesterday');
    const later = await serve();
    const told = await witness(later.server.url, at.dataDir, seenStates);
    await patient(told.client, 'Bo Ek');
    await Promise.all([one.close(), told.client.close()]);
    await stop();
    putBackDatabase('yesterday');
    rmSync(at.stateDir, { recursive: true });
    const back = await serve();
    const { client: other } = await witness(back.server.url, at.dataDir);
    await expect(witness(back.server.url, at.dataDir, seenStates)).rejects.toMatchObject(DISPUTED);
    await expect(patient(other, 'Cy Ek')).rejects.toMatchObject(DISPUTED);
    await other.close();
    await stop();
    await expect(serve()).rejects.toThrow('older than it was');
  });

  test('forks it under two servers: protocol_error by the first client that meets both', async () => {
    const { client, at, root, patient, stop, serve, copyDatabase, urlOf } = await clinic();
    await patient(client, 'Anna Ek');
    await stop();
    copyDatabase('fork');
    const twin = { dataDir: join(root, 'twin'), stateDir: join(root, 'twin-state') };
    cpSync(at.dataDir, twin.dataDir, { recursive: true });
    writeFileSync(join(twin.dataDir, 'store'), `${urlOf('fork')}\n`);
    const [here, there] = [await serve(), await serve(twin)];
    const { client: one, seenStates } = await witness(here.server.url, at.dataDir);
    await patient(one, 'Bo Ek');
    const { client: other } = await witness(there.server.url, twin.dataDir);
    for (const name of ['Cy Ek', 'Di Ek', 'Ed Ek']) await patient(other, name);
    await expect(witness(there.server.url, twin.dataDir, seenStates)).rejects.toMatchObject(DISPUTED);
    await expect(patient(other, 'Fy Ek')).rejects.toMatchObject(DISPUTED);
    await here.client.close();
    await here.server.close();
  });

  const save = (client: VaultClient, id: string) =>
    client.patients.update(id, { record: { display_name: 'Anna Lind' }, expected_latest_version_id: null });

  test.each([
    [
      'rolls one document back to an older state',
      save,
      (id: string) =>
        `DELETE FROM documents WHERE document_id = '${id}'; DELETE FROM document_versions;
         INSERT INTO documents SELECT * FROM kept.documents;
         INSERT INTO document_versions SELECT * FROM kept.document_versions`,
    ],
    [
      'deletes a record',
      save,
      (id: string) => `DELETE FROM document_versions; DELETE FROM documents WHERE document_id = '${id}'`,
    ],
    [
      'puts one in again that was purged',
      (client: VaultClient, id: string) => client.patients.delete(id).then(() => client.patients.purge(id)),
      () => `INSERT INTO documents SELECT * FROM kept.documents;
        INSERT INTO document_versions SELECT * FROM kept.document_versions`,
    ],
  ])('%s: state_differs names the group', async (_what, meanwhile, change) => {
    const { client, group, patient, edit, stop, serve } = await clinic();
    const { index } = await patient(client, 'Anna Ek');
    const id = index.document_id;
    edit(`CREATE SCHEMA kept; CREATE TABLE kept.documents AS SELECT * FROM documents;
      CREATE TABLE kept.document_versions AS SELECT * FROM document_versions`);
    await meanwhile(client, id);
    await stop();
    edit(change(id));
    const again = await serve();
    await again.client.session.open({ passphrase: CLINIC_PASSPHRASE });
    await again.server.services.stateCheck.whenIdle();
    await again.server.services.health.whenIdle();
    expect((await again.client.findings.list()).items).toMatchObject([{ code: 'state_differs', id: group }]);
  });
});

describe('a hostile storage', needsPostgres(), () => {
  beforeAll(async () => {
    cluster = await startPostgres();
  });
  afterAll(() => cluster.stop());

  /** Uploads three files of several chunks; returns the blobs of the first two. */
  async function withFiles({ client, group, files }: Clinic) {
    const drive = client.drive(group);
    const ids: string[] = [];
    for (const name of ['one', 'two', 'three'])
      ids.push((await drive.upload(Buffer.alloc(200_000, name), { name: `${name}.txt` })).node_id);
    const pathOf = (id: string) => filesIn(files).find((path) => path.endsWith(id)) ?? '';
    const [one = '', two = '', three = ''] = ids;
    return { drive, one, two, three, pathOf };
  }

  test.each<[string, (path: string, other: string) => void]>([
    [
      'replaces an object',
      (path) => {
        const bytes = readFileSync(path);
        bytes[100_000] = (bytes[100_000] ?? 0) ^ 1;
        writeFileSync(path, bytes);
      },
    ],
    ['swaps it with another', (path, other) => cpSync(other, path)],
    ['truncates it', (path) => writeFileSync(path, readFileSync(path).subarray(0, 100_000))],
  ])('%s: it does not open, the others do, and it is named', async (what, attack) => {
    const vault = await clinic();
    const { drive, one, two, three, pathOf } = await withFiles(vault);
    attack(pathOf(one), pathOf(two));
    const read = async (id: string) => (await drive.download(id, { maxRetries: 0 })).bytes();
    await expect(read(one)).rejects.toThrow();
    for (const id of [two, three]) expect((await read(id)).length).toBe(200_000);
    const { items } = await vault.client.findings.check();
    expect(items.map(({ code, id }) => [code, id])).toEqual(
      what === 'truncates it' ? [['blob_length', one]] : [],
    );
    await vault.stop();
    const { findings } = await verifyFolder({ ...vault.at, opening: { passphrase: CLINIC_PASSPHRASE } });
    expect(findings).toContainEqual(expect.objectContaining({ code: 'blob_damaged', id: one }));
  });
});
