/** Tests two servers of one vault on one PostgreSQL: each sees the other's changes in its next request. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { openVaultInProcess } from '#cli/admin/vault/in-process-vault.ts';
import { parsePrincipalId, parseSecurityGroupId } from '#contract/ids.ts';
import { desktopClient } from '#scripts/desktop-client.ts';
import { type PostgresCluster, psql, startPostgres } from '#scripts/postgres/cluster.ts';
import { createClient, type VaultClient } from '#sdk/client.ts';
import { nodeTransport } from '#sdk/transport-node.ts';
import type { StartServerOptions } from '#server/app/start-server.ts';
import { writeDatabaseAddress } from '#server/system/config/database-address.ts';
import { dataDirLayout } from '#server/system/config/folder/data-dir.ts';
import { deriveAnew } from '#test/support/derive-once.ts';
import { needsPostgres } from '#test/support/left-out.ts';
import { CLINIC_PASSPHRASE, foundClinic, serveFolder } from '#test/support/served-folder.ts';
import { makeTempDir, testTempDir } from '#test/support/temp-dir.ts';

const MEMBERS_PASSPHRASE = 'copper lantern orchard 9 meadow';
const ONCE = { maxRetries: 0 };

let cluster: PostgresCluster;
let made = 0;

const placeIn = (root: string) => ({ dataDir: join(root, 'vault'), stateDir: join(root, 'state') });
const place = () => placeIn(testTempDir());

/** A vault with two stopped servers, created once and copied by every test. */
const FOUNDED = 'nodes_founded';
const founded = makeTempDir();
let foundedGroup: Promise<string> | undefined;

async function found(): Promise<string> {
  psql(cluster.url('postgres'), `CREATE DATABASE ${FOUNDED}`);
  const store = cluster.url(FOUNDED);
  const founding = await serveFolder(placeIn(join(founded.path, 'a')), { store });
  const group = await foundClinic(founding.client);
  await founding.client.close();
  await founding.server.close();
  const joining = await openVaultInProcess(placeIn(join(founded.path, 'b')).dataDir, { store, joins: true });
  try {
    await joining.client.session.open({ passphrase: CLINIC_PASSPHRASE });
  } finally {
    await joining.close();
  }
  return group;
}

/** Unlocks the founder at both servers. */
async function twoServers(more: Partial<StartServerOptions> = {}) {
  foundedGroup ??= found();
  const group = await foundedGroup;
  made += 1;
  psql(cluster.url('postgres'), `CREATE DATABASE nodes${made} TEMPLATE ${FOUNDED}`);
  const store = cluster.url(`nodes${made}`);
  const root = testTempDir();
  cpSync(founded.path, root, { recursive: true });
  const [a, b] = [placeIn(join(root, 'a')), placeIn(join(root, 'b'))];
  for (const { dataDir } of [a, b]) writeDatabaseAddress(dataDirLayout(dataDir), store);
  const first = await serveFolder(a, { logLevel: 'silent', ...more });
  const second = await serveFolder(b, { logLevel: 'silent', ...more });
  for (const { client } of [first, second]) await client.session.open({ passphrase: CLINIC_PASSPHRASE });
  return {
    ...{ group, store, first, second },
    /** Restarts a server on its folder. */
    async restart(which: 'A' | 'B', more: Partial<StartServerOptions> = {}) {
      const [{ server, client }, at] = which === 'A' ? [first, a] : [second, b];
      await client.close();
      await server.close();
      return serveFolder(at, more);
    },
    A: first.client,
    B: second.client,
    identity: {
      ca: join(a.dataDir, 'pki', 'ca.crt'),
      cert: join(a.dataDir, 'pki', 'desktop.crt'),
      key: join(a.dataDir, 'pki', 'desktop.key'),
    },
    sql: (text: string) => psql(store, text),
    /** Edits and signals a commit, so that servers notice a write. */
    edit: (text: string) =>
      psql(store, `BEGIN; ${text}; UPDATE vault_head SET write_count = write_count + 1; COMMIT`),
    /** Opens another client of a server, without a session. */
    connect(which: 'A' | 'B'): VaultClient {
      const [{ server }, { dataDir }] = which === 'A' ? [first, a] : [second, b];
      const client = desktopClient(server.url, dataDir);
      onTestFinished(client.close);
      return client;
    },
  };
}

const sqlCount = (store: string, table: string) => psql(store, `SELECT count(*) FROM ${table}`);

type Clinic = Awaited<ReturnType<typeof twoServers>>;

/** Invites a member who is unlocked at the second server. */
async function member({ A, group, connect }: Clinic, role: 'viewer' | 'editor' | 'owner' = 'editor') {
  const groups = [{ security_group_id: group, role }];
  const { principal_id, invite_code } = await A.principals.invite({ display_name: 'Dr. Bea', groups });
  const client = connect('B');
  await client.session.open({ invite_code, new_passphrase: MEMBERS_PASSPHRASE });
  return { principal_id, client };
}

const patient = (security_group_id: string, display_name: string) => ({
  security_group_id,
  record: { display_name },
});

describe('two servers of a vault', needsPostgres(), () => {
  beforeAll(async () => {
    cluster = await startPostgres();
  });
  afterAll(() => {
    cluster.stop();
    founded.remove();
  });

  test('of two changes of one version one stands; the same key makes one thing; what one writes the other lists', async () => {
    const { A, B, group, first, second } = await twoServers();
    const { index, version_id } = await A.patients.create(patient(group, 'Anna Ek'));
    const id = index.document_id;
    for (let n = 0, expected = version_id; n < 10; n += 1) {
      const change = (client: VaultClient, name: string) =>
        client.patients.update(
          id,
          { record: { display_name: name }, expected_latest_version_id: expected },
          ONCE,
        );
      const outcomes = await Promise.allSettled([change(A, `A ${n}`), change(B, `B ${n}`)]);
      const done = outcomes.filter(({ status }) => status === 'fulfilled');
      const failed = outcomes.flatMap((each) => (each.status === 'rejected' ? [each.reason.status] : []));
      expect([done.length, failed]).toEqual([1, [409]]);
      expected = (await B.patients.get(id)).version_id;
    }
    const key = { ...ONCE, idempotencyKey: 'the-same-key-on-both' };
    const both = await Promise.allSettled(
      [A, B].map((client) => client.patients.create(patient(group, 'Bo Ek'), key)),
    );
    for (const each of both)
      if (each.status === 'rejected') expect(each.reason).toMatchObject({ status: 409, code: 'replay' });
    const again = await B.patients.create(patient(group, 'Bo Ek'), key);
    const listed = await B.patients.list({ q: 'bo' }).toArray({ limit: 5 });
    expect(listed.map(({ index: found }) => found.document_id)).toEqual([again.index.document_id]);
    const versions = await A.patients.versions(id).toArray({ limit: 50 });
    expect(versions).toHaveLength(11);
    for (const { server } of [first, second]) {
      await server.services.stateCheck.whenIdle();
      await server.services.health.whenIdle();
      expect(server.services.health.findings()).toEqual([]);
    }
  });

  test('a role taken, a person disabled, a certificate revoked, settings changed: each counts at the other at once', async () => {
    const clinic = await twoServers();
    const { A, B, group } = clinic;
    const { index } = await A.patients.create(patient(group, 'Anna Ek'));
    const { principal_id, client } = await member(clinic);
    expect((await client.patients.get(index.document_id)).record).toMatchObject({ display_name: 'Anna Ek' });
    await A.groups.putMember(group, principal_id, { role: 'viewer' });
    await expect(client.patients.create(patient(group, 'Bo Ek'), ONCE)).rejects.toMatchObject({
      code: 'permission_denied',
    });
    await A.groups.removeMember(group, principal_id);
    await expect(client.patients.get(index.document_id, {}, ONCE)).rejects.toMatchObject({ status: 404 });
    await A.principals.disable(principal_id);
    await expect(client.session.get(ONCE)).rejects.toMatchObject({ code: 'session_rejected' });

    const other = await clinic.A.groups.create({ name: 'Second group' });
    const made = await A.patients.create(patient(other.security_group_id, 'Cy Ek'));
    expect((await B.patients.get(made.index.document_id)).record).toMatchObject({ display_name: 'Cy Ek' });

    await A.settings.patch({ max_file_bytes: 1_000_000 });
    expect(await B.settings.get()).toMatchObject({ max_file_bytes: 1_000_000 });
  });

  test('what is purged at one server is in no list, no memory and no image of the other', async () => {
    const { A, B, group, second, restart } = await twoServers();
    const { index } = await A.patients.create(patient(group, 'Zilpzalp Ek'));
    await A.patients.create(patient(group, 'Bo Ek'));
    const names = async () => (await B.patients.list({ q: 'ek' }).toArray({ limit: 5 })).length;
    expect(await names()).toBe(2);
    await A.patients.delete(index.document_id);
    await A.patients.purge(index.document_id);
    await second.server.services.besideOthers.pollForeignWrites();
    second.server.services.besideOthers.applyForeignWrites();
    expect(await names()).toBe(1);
    await expect(B.patients.get(index.document_id, {}, ONCE)).rejects.toMatchObject({ status: 404 });
    await B.session.lock();
    const { server, client } = await restart('B');
    await client.session.open({ passphrase: CLINIC_PASSPHRASE });
    expect((await client.patients.list().toArray({ limit: 5 })).map(({ summary }) => summary)).toEqual([
      expect.objectContaining({ display_name: 'Bo Ek' }),
    ]);
    expect((await client.findings.list()).items).toEqual([]);
    expect(server.services.health.findings()).toEqual([]);
  });

  test('a rotation that stops at one server is finished by the other, and both go on with the new key', async () => {
    const clinic = await twoServers();
    const { A, B, group, first, second } = clinic;
    const ids: string[] = [];
    for (let n = 0; n < 5; n += 1)
      ids.push((await A.patients.create(patient(group, `Anna ${n}`))).index.document_id);
    const { principal_id } = await member(clinic);
    // The first server has the rotation's lock and stops before its first batch.
    const held = first.server.services.rotations;
    held.close();
    await A.groups.removeMember(group, principal_id);
    expect(held.isPending(group as never)).toBe(true);
    await second.server.services.besideOthers.pollForeignWrites();
    second.server.services.besideOthers.applyForeignWrites();
    second.server.services.rotations.resume();
    await second.server.services.rotations.whenIdle();
    expect(held.isPending(group as never)).toBe(false);
    expect(clinic.sql('SELECT DISTINCT group_key_generation FROM documents')).toBe('2');
    for (const client of [A, B])
      for (const id of ids) expect((await client.patients.get(id)).record.display_name).toMatch('Anna');
    await A.patients.create(patient(group, 'Bo Ek'));
    expect(await B.patients.list({ q: 'bo' }).toArray({ limit: 5 })).toHaveLength(1);
    for (const { server } of [first, second]) expect(server.services.health.findings()).toEqual([]);
  });

  test('what was sealed under the key of before is not stored once another server has begun a new one', async () => {
    const clinic = await twoServers();
    const { A, B, group, first, second } = clinic;
    const { principal_id } = await member(clinic);
    const actorAt = ({ server }: typeof first, client: VaultClient) => {
      const { cn, fingerprint } = server.pki.desktop();
      const peer = { cn, fingerprint, isDesktop: true };
      return server.services.sessions.actorOf(
        server.services.sessions.find(client.session.token() ?? '', peer),
      );
    };
    const body = { security_group_id: parseSecurityGroupId(group), record: { display_name: 'Anna Ek' } };
    // Stop the second server's polling, which would otherwise find the change in time.
    second.server.services.besideOthers.close();
    await second.server.services.besideOthers.pollForeignWrites();
    const late = second.server.services.documents.create(actorAt(second, B), 'patients', body);
    first.server.services.members.remove(
      actorAt(first, A),
      parseSecurityGroupId(group),
      parsePrincipalId(principal_id),
    );
    await expect(late).rejects.toMatchObject({ code: 'protocol_error' });
    await first.server.services.rotations.whenIdle();
    await B.patients.create(patient(group, 'Anna Ek'));
    expect(clinic.sql('SELECT DISTINCT group_key_generation FROM documents')).toBe('2');
    expect(await A.patients.list({ q: 'anna' }).toArray({ limit: 5 })).toHaveLength(1);
  });

  test('who is unlocking while another server changes the members gets in', async () => {
    const { A, connect } = await twoServers();
    const clients = [connect('B'), connect('B'), connect('B')];
    deriveAnew();
    const opened = clients.map((client) => client.session.open({ passphrase: CLINIC_PASSPHRASE }));
    for (let n = 0; n < 5; n += 1) await A.groups.create({ name: `Group ${n}` });
    for (const each of opened) expect((await each).session.principal.is_admin).toBe(true);
  });

  test('guesses count together; a certificate revoked at one server opens nothing at the other', async () => {
    // Record when guessing was blocked: the delay after the fifth is a second.
    let stoodStillAt: number | undefined;
    const clinic = await twoServers({ clock: { nowMs: () => stoodStillAt ?? Date.now() } });
    const { A, first, second } = clinic;
    await A.settings.patch({ passphrase_certificates: 'any' });
    const { credential_id, ca_pem, certificate_pem, private_key_pem, token } = await A.credentials.create({
      name: 'Script',
      groups: [{ security_group_id: clinic.group, role: 'viewer' }],
    });
    const pem = { ca: ca_pem, cert: certificate_pem, key: private_key_pem };
    const [here, there] = [first, second].map(({ server }) => {
      const client = createClient({ transport: nodeTransport({ ...pem, baseUrl: server.url }) });
      onTestFinished(client.close);
      return client;
    });
    for (const client of [here, there]) await client?.session.open({ token });
    const wrong = { passphrase: 'not the passphrase at all' };
    stoodStillAt = Date.now();
    for (let n = 0; n < 5; n += 1)
      await expect((n % 2 === 0 ? here : there)?.session.open(wrong, ONCE)).rejects.toMatchObject({
        code: 'credential_rejected',
      });
    for (const client of [here, there])
      await expect(client?.session.open(wrong, ONCE)).rejects.toMatchObject({ code: 'rate_limited' });
    await A.credentials.revoke(credential_id);
    await expect(there?.vault.get(ONCE)).rejects.toMatchObject({ code: 'client_certificate_required' });
    // An attacker restores the rows, but the certificate stays revoked.
    clinic.edit('UPDATE certificates SET revoked_at = NULL; UPDATE credentials SET revoked_at = NULL');
    for (const client of [here, there])
      await expect(client?.vault.get(ONCE)).rejects.toMatchObject({ code: 'client_certificate_required' });
  });

  test('a server nobody has unlocked yet looks for what others left, and has nothing to tell', async () => {
    const { restart } = await twoServers();
    const lines: string[] = [];
    const { server } = await restart('B', { writeLog: (line) => void lines.push(line) });
    server.services.besideOthers.resumeAbandonedWork();
    await server.services.processing.whenIdle();
    expect(lines).toEqual([]);
  });

  test('a session belongs to its server; who has both addresses unlocks at the other when that one is gone', async () => {
    const { B, group, first, second, identity } = await twoServers();
    const { index } = await B.patients.create(patient(group, 'Anna Ek'));
    const baseUrl = [first.server.url, second.server.url];
    const client = createClient({ transport: nodeTransport({ ...identity, baseUrl }) });
    onTestFinished(client.close);
    await client.session.open({ passphrase: CLINIC_PASSPHRASE });
    expect(first.server.services.sessions.counts().unlocked).toBe(2);
    await first.client.close();
    await first.server.close();
    await expect(client.patients.get(index.document_id, {}, ONCE)).rejects.toMatchObject({
      code: 'session_rejected',
    });
    await client.session.open({ passphrase: CLINIC_PASSPHRASE });
    expect((await client.patients.get(index.document_id)).record).toMatchObject({ display_name: 'Anna Ek' });
  });

  test('who listens at one server hears of what is written at the other', async () => {
    const { A, B, group } = await twoServers();
    const heard: string[] = [];
    const stop = new AbortController();
    const listening = (async () => {
      for await (const event of B.events({ signal: stop.signal })) {
        if (event.event === 'document') heard.push(event.data.id);
      }
    })().catch(() => undefined);
    await expect
      .poll(() => A.patients.create(patient(group, 'Anna Ek')).then(() => heard.length))
      .toBeGreaterThan(0);
    stop.abort();
    await listening;
  });

  test.each([
    [
      'was set back',
      'UPDATE service_state SET commit_count = commit_count - 3',
      'was set back while it was served',
    ],
    [
      'goes on from another history',
      `UPDATE commit_links SET chain = sha256('x'); UPDATE service_state SET commit_count = commit_count + 1, chain = sha256('y')`,
      'from another history',
    ],
    [
      'lost a record',
      'DELETE FROM membership_records WHERE seq = (SELECT max(seq) FROM membership_records)',
      'list of members',
    ],
    [
      'holds a record nobody signed',
      `INSERT INTO membership_records SELECT seq + 1, record_json, signature_ed25519, signature_mldsa65
       FROM membership_records ORDER BY seq DESC LIMIT 1`,
      'list of members',
    ],
  ])('a database that %s under two servers is served by neither', async (_what, change, words) => {
    const { A, B, group, edit } = await twoServers();
    const { index } = await A.patients.create(patient(group, 'Anna Ek'));
    await B.patients.get(index.document_id);
    edit(change);
    const refused = { code: 'protocol_error', message: expect.stringContaining(words) };
    for (const client of [A, B]) {
      await expect(client.patients.get(index.document_id, {}, ONCE)).rejects.toMatchObject(refused);
      await expect(client.patients.create(patient(group, 'Bo Ek'), ONCE)).rejects.toMatchObject(refused);
    }
  });

  test('what was lost since the last checkpoint is not forgotten by a new start', async () => {
    const { A, group, edit, restart } = await twoServers();
    const { index } = await A.patients.create(patient(group, 'Anna Ek'));
    edit(`DELETE FROM commit_links WHERE commit_count = (SELECT commit_count FROM service_state);
      UPDATE service_state SET commit_count = commit_count - 1`);
    const refused = { message: expect.stringContaining('was set back') };
    await expect(A.patients.get(index.document_id, {}, ONCE)).rejects.toMatchObject(refused);
    await expect(restart('A')).rejects.toThrow('older than it was');
  });

  test('a server killed under load has lost nothing it answered, and its work goes on at the other', async () => {
    const { A, group, store } = await twoServers();
    const third = place();
    const joining = await openVaultInProcess(third.dataDir, { store, joins: true });
    await joining.client.session.open({ passphrase: CLINIC_PASSPHRASE });
    await joining.close();
    const child = spawn(
      process.execPath,
      ['cli/launcher.mjs', 'serve', '--data', third.dataDir, '--port', '0'],
      {
        env: { ...process.env, XDG_STATE_HOME: third.stateDir },
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    onTestFinished(() => void child.kill('SIGKILL'));
    const [line] = await once(createInterface(child.stdout), 'line');
    const client = desktopClient(JSON.parse(String(line)).url, third.dataDir);
    onTestFinished(client.close);
    await client.session.open({ passphrase: CLINIC_PASSPHRASE });
    const answered: string[] = [];
    const write = async (by: VaultClient, name: string): Promise<void> => {
      for (let n = 0; ; n += 1) {
        const { index } = await by.patients.create(patient(group, `${name} ${n}`), ONCE);
        answered.push(index.document_id);
        if (answered.length > 60) return;
      }
    };
    const writers = ['Ek', 'By', 'Al'].map((name) => write(client, name).catch(() => undefined));
    const here = write(A, 'Oak');
    await expect.poll(() => answered.length).toBeGreaterThan(20);
    child.kill('SIGKILL');
    await Promise.all([...writers, here]);
    for (const id of answered) expect((await A.patients.get(id)).index.document_id).toBe(id);
    expect(await A.patients.list().toArray({ limit: 500 })).toHaveLength(
      Number(sqlCount(store, 'documents')),
    );
  });
});
