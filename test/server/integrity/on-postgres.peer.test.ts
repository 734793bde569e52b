/** Tests backups and checks of a vault on PostgreSQL: the same as in a folder. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type PostgresCluster, psql, startPostgres } from '#scripts/postgres/cluster.ts';
import { verifyAuditLog } from '#server/integrity/audit/verify-audit-log.ts';
import { backupFolder, restoreFolder } from '#server/integrity/backup/backup-folder.ts';
import { verifyFolder } from '#server/integrity/verify/verify-folder.ts';
import { needsPostgres } from '#test/support/left-out.ts';
import { CLINIC_PASSPHRASE, foundClinic, serveFolder } from '#test/support/served-folder.ts';
import { testTempDir } from '#test/support/temp-dir.ts';

const opening = { passphrase: CLINIC_PASSPHRASE };

let cluster: PostgresCluster;
let made = 0;

/** Serves a vault with a patient of two versions and a file. */
async function clinicOnPostgres() {
  made += 1;
  psql(cluster.url('postgres'), `CREATE DATABASE evidence${made}`);
  const store = cluster.url(`evidence${made}`);
  const root = testTempDir();
  const at = { dataDir: join(root, 'vault'), stateDir: join(root, 'state') };
  const { client, server } = await serveFolder(at, { store });
  const group = await foundClinic(client);
  const record = { display_name: 'Anna Ek' };
  const { index } = await client.patients.create({ security_group_id: group, record });
  await client.patients.update(index.document_id, {
    record: { display_name: 'Anna Ekström' },
    expected_latest_version_id: null,
  });
  const { node_id } = await client.drive(group).upload(Buffer.from('a letter'), { name: 'letter.txt' });
  const close = async () => {
    await client.close();
    await server.close();
  };
  return { at, root, store, client, group, patient: index.document_id, node_id, close };
}

describe('a vault on PostgreSQL', needsPostgres(), () => {
  beforeAll(async () => {
    cluster = await startPostgres();
  });
  afterAll(() => cluster.stop());

  test('is backed up while it is served, by its server and beside it, and restored as a folder', async () => {
    const clinic = await clinicOnPostgres();
    const { at, client, group, patient, node_id } = clinic;
    const target = join(clinic.root, 'backups');
    await client.backups.patch({ target });
    await client.backups.start();
    await expect.poll(async () => (await client.backups.get()).last?.ok).toBe(true);
    expect((await client.backups.get()).last).toMatchObject({ failure: null, documents: 1 });
    const beside = await backupFolder({ ...at, target, opening });
    expect(beside).toMatchObject({ findings: [] });
    expect(readdirSync(beside.path).sort()).toEqual([
      'blobs',
      'files.jsonl',
      'manifest.json',
      'manifest.sig.json',
      'pki',
      'vault.sqlite',
    ]);
    await client.backups.drill();
    await expect.poll(async () => (await client.backups.get()).last_drill?.ok).toBe(true);
    await clinic.close();

    const restored = { ...at, dataDir: join(clinic.root, 'restored') };
    expect(await restoreFolder({ ...restored, from: target, opening })).toMatchObject({
      findings: [],
      restored: true,
      checked: { documents: 1, versions: 2, files: 1 },
    });
    expect(existsSync(join(restored.dataDir, 'store'))).toBe(false);
    const again = await serveFolder(restored);
    await again.client.session.open(opening);
    expect((await again.client.patients.get(patient)).record).toMatchObject({ display_name: 'Anna Ekström' });
    const read = await (await again.client.drive(group).download(node_id)).bytes();
    expect(String(Buffer.from(read))).toBe('a letter');
  });

  test('is verified, served or not, and what was changed in its rows is named', async () => {
    const clinic = await clinicOnPostgres();
    const { at, store, patient } = clinic;
    const whole = { findings: [], checked: { documents: 1, versions: 2, files: 1 } };
    expect(await verifyFolder({ ...at, opening })).toMatchObject(whole);
    expect(await verifyAuditLog({ ...at, opening })).toMatchObject({ findings: [] });
    await clinic.close();
    expect(await verifyFolder({ ...at, opening })).toMatchObject(whole);
    // Edits without triggers, as a database administrator can.
    psql(
      store,
      `SET session_replication_role = replica; UPDATE documents SET updated_at = '2020-01-01T00:00:00.000Z'`,
    );
    const { findings } = await verifyFolder({ ...at, opening });
    expect(findings.map(({ code, id }) => [code, id])).toContainEqual(['document_damaged', patient]);
  });

  test('set back to an older state is found by the anchor of this computer', async () => {
    const clinic = await clinicOnPostgres();
    const { at, group } = clinic;
    await clinic.close();
    psql(cluster.url('postgres'), `CREATE DATABASE older${made} TEMPLATE evidence${made}`);
    const again = await serveFolder(at);
    await again.client.session.open(opening);
    await again.client.patients.create({ security_group_id: group, record: { display_name: 'Bo' } });
    await again.client.close();
    await again.server.close();
    psql(cluster.url('postgres'), `DROP DATABASE evidence${made}`);
    psql(cluster.url('postgres'), `ALTER DATABASE older${made} RENAME TO evidence${made}`);
    const { findings } = await verifyFolder({ ...at, opening });
    expect(findings.map(({ code }) => code)).toContain('rolled_back');
  });

  test('a database that does not answer is told, and nothing is called damaged', async () => {
    const clinic = await clinicOnPostgres();
    await clinic.close();
    psql(cluster.url('postgres'), `ALTER DATABASE evidence${made} RENAME TO gone${made}`);
    const told = { code: 'protocol_error' };
    await expect(verifyFolder({ ...clinic.at, opening })).rejects.toMatchObject(told);
    const target = join(clinic.root, 'backups');
    await expect(backupFolder({ ...clinic.at, target, opening })).rejects.toMatchObject(told);
  });
});
