/** Tests `verify` of changed plaintext settings that are signed, and of settings sealed to an administrator. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { generateCa } from '#server/identity/enrollment/certificate-authority.ts';
import { verifyFolder } from '#server/integrity/verify/verify-folder.ts';
import { newId } from '#test/support/ids.ts';
import { PASSPHRASE, startLiveVault } from '#test/support/live-vault.ts';

test('settings that nobody signed as they stand, and a CA key that does not open, are named', async () => {
  const vault = await startLiveVault();
  onTestFinished(vault.close);
  const { admin, dataDir, root } = vault;
  const target = join(root, 'backups');
  mkdirSync(target);
  await admin.backups.patch({ target, hour: 3 });
  await admin.imaging.patchReceiver({ ae_title: 'NORTH' });
  const verify = async () => {
    const opening = { passphrase: PASSPHRASE };
    const { findings } = await verifyFolder({ dataDir, stateDir: join(root, 'state'), opening });
    return findings.map(({ code, id }) => [code, id]);
  };
  expect(await verify()).toEqual([]);

  const db = new SqliteDatabase(join(dataDir, 'vault.sqlite'));
  const edit = (sql: string) => expect(db.prepare(sql).run().changes).toBeGreaterThan(0);
  edit(`UPDATE backup_settings SET settings_json = replace(settings_json, '"hour":3', '"hour":4')`);
  edit(`UPDATE receiver_settings SET settings_json = replace(settings_json, 'NORTH', 'SOUTH')`);
  edit("UPDATE admin_secrets SET packed = zeroblob(length(packed)) WHERE name = 'ca_key'");
  db.close();
  expect(await verify()).toEqual([
    ['settings_changed', 'backup_settings'],
    ['settings_changed', 'receiver_settings'],
    ['certificate_damaged', 'ca_key'],
  ]);
});

/** Runs `edit` on the database of a served vault. @returns what `verify` says then */
async function verifyAfter(edit: (db: SqliteDatabase.Database) => void) {
  const vault = await startLiveVault();
  onTestFinished(vault.close);
  const { dataDir, root } = vault;
  const db = new SqliteDatabase(join(dataDir, 'vault.sqlite'));
  onTestFinished(() => void db.close());
  edit(db);
  const opening = { passphrase: PASSPHRASE };
  const { findings } = await verifyFolder({ dataDir, stateDir: join(root, 'state'), opening });
  return findings.map(({ code, id }) => [code, id]);
}

test('an authority that is neither the folder’s nor announced is named', async () => {
  const { certificatePem } = await generateCa('Other', Date.now(), Date.now());
  const insert = 'INSERT INTO authorities (certificate_pem) VALUES (?)';
  const found = await verifyAfter((db) => void db.prepare(insert).run(certificatePem));
  expect(found).toEqual([['certificate_damaged', 'authorities']]);
});

test.each([
  ['a person', 'principals', 'principal_id'],
  ['a group', 'security_groups', 'security_group_id'],
])('%s that no record made is named', async (_what, table, id) => {
  const added = newId();
  const found = await verifyAfter((db) => {
    db.exec(`CREATE TEMP TABLE one AS SELECT * FROM ${table} LIMIT 1`);
    db.prepare(`UPDATE one SET ${id} = ?`).run(added);
    db.exec(`INSERT INTO ${table} SELECT * FROM one`);
  });
  expect(found).toEqual([['principal_damaged', added]]);
});

test('a program said to be a person is named', async () => {
  const found = await verifyAfter((db) => void db.exec("UPDATE principals SET kind = 'person'"));
  expect(found).toEqual([['principal_damaged', expect.any(String)]]);
});

test('a credential shown as ended that the list did not end is named', async () => {
  const found = await verifyAfter((db) => void db.exec("UPDATE credentials SET revoked_at = '2020-01-01'"));
  expect(found).toEqual([['principal_damaged', expect.any(String)]]);
});

test('names that nobody signed as they stand are told by whose they are', async () => {
  const vault = await startLiveVault();
  onTestFinished(vault.close);
  const { admin, dataDir, group, root } = vault;
  const principals = await admin.principals.list().toArray({ limit: 10 });
  const idOf = (kind: string) => principals.find((each) => each.kind === kind)?.principal_id;
  const db = new SqliteDatabase(join(dataDir, 'vault.sqlite'));
  onTestFinished(() => void db.close());
  const verify = async () => {
    const opening = { passphrase: PASSPHRASE };
    const { findings } = await verifyFolder({ dataDir, stateDir: join(root, 'state'), opening });
    return findings.map(({ code, id }) => [code, id]);
  };
  expect(await verify()).toEqual([]);
  db.prepare("UPDATE principals SET display_name = 'Dr. Mallory' WHERE kind = 'person'").run();
  expect(await verify()).toEqual([['principal_damaged', idOf('person')]]);
  db.prepare("UPDATE security_groups SET name = 'Other'").run();
  db.prepare("UPDATE principals SET display_name = display_name || 'x' WHERE kind = 'sdk'").run();
  const found = await verify();
  expect(found).toEqual(
    expect.arrayContaining([
      ['principal_damaged', idOf('person')],
      ['principal_damaged', idOf('sdk')],
      ['principal_damaged', group],
    ]),
  );
  expect(found).toHaveLength(3);
});
