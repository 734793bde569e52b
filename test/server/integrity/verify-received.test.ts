import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { verifyFolder } from '#server/integrity/verify/verify-folder.ts';
import { changedCt, TAGS } from '#test/support/dicom/study.ts';
import { PASSPHRASE, startInitialisedServer } from '#test/support/start-tls-server.ts';

test('verify opens what was received and waits, names what is damaged of it, and goes on', async () => {
  const vault = await startInitialisedServer();
  onTestFinished(vault.stop);
  const { receiver } = vault.server.services;
  const [group] = receiver.groups();
  if (group === undefined) throw new Error('A vault has its first group from the start.');
  const ids: string[] = [];
  for (let number = 1; number <= 5; number += 1) {
    const incoming = await receiver.begin(group.security_group_id, 'CT_NORTH_2');
    await incoming.write(changedCt({ [TAGS.instance]: `1.2.3.4.${number}` }));
    ids.push((await incoming.finish()).node_id);
  }
  const [flipped = '', missing = '', stranger = '', generation = ''] = ids;
  const { dataDir, stateDir } = vault;
  const verify = () => verifyFolder({ dataDir, stateDir, opening: { passphrase: PASSPHRASE } });
  const sound = await verify();
  expect(sound.findings).toEqual([]);
  expect(sound.checked).toMatchObject({ files: 0, received: 5 });
  expect(sound.checked.bytes).toBeGreaterThan(5 * 1000);

  const blob = (id: string) => join(dataDir, 'blobs', id.slice(-2), id);
  const bytes = readFileSync(blob(flipped));
  bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
  writeFileSync(blob(flipped), bytes);
  rmSync(blob(missing));
  const db = new SqliteDatabase(join(dataDir, 'vault.sqlite'));
  // A sibling's keys, and a generation the group never had.
  db.prepare(
    'UPDATE inbox_items SET sealed_keys = (SELECT sealed_keys FROM inbox_items WHERE node_id = ?) WHERE node_id = ?',
  ).run(generation, stranger);
  db.prepare('UPDATE inbox_items SET generation = 7 WHERE node_id = ?').run(generation);
  db.close();

  const { findings, checked } = await verify();
  const codes = findings.map(({ code, id }) => [code, id]);
  expect(codes).toContainEqual(['blob_damaged', flipped]);
  expect(codes).toContainEqual(['blob_missing', missing]);
  expect(codes).toContainEqual(['received_damaged', stranger]);
  expect(codes).toContainEqual(['received_damaged', generation]);
  expect(codes).toHaveLength(4);
  expect(checked.received).toBe(5);
});
