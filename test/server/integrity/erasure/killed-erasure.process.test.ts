/**
 * Kills the server right after a person's rows were deleted: the audit log must show the erasure and its statement.
 */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import SqliteDatabase from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { foundVault } from '#lanes/torture/served-vault.ts';
import { erasureFileText } from '#sdk/verify.ts';
import { testTempDir } from '#test/support/temp-dir.ts';

const TIMES = 3;

test('a server killed right after an erasure is durable has it in the audit log', async () => {
  const vault = await foundVault(testTempDir());
  const db = new SqliteDatabase(join(vault.dataDir, 'vault.sqlite'), { readonly: true });
  onTestFinished(() => void db.close());
  const stands = db.prepare<[string], number>('SELECT 1 FROM documents WHERE document_id = ?').pluck();
  const security_group_id = vault.group;

  for (let time = 0; time < TIMES; time += 1) {
    const served = await vault.serve();
    const record = { display_name: `Person ${time}` };
    const { index } = await served.client.patients.create({ security_group_id, record });
    const id = index.document_id;
    await served.client.exams.create({ security_group_id, patient_id: id, record: { title: 'CT chest' } });
    const asked = served.client.patients.erase(id, { reason: 'Asked in writing' }).catch(() => undefined);
    while (stands.get(id) !== undefined) await nextTurn();
    process.kill(served.pid, 'SIGKILL');
    await served.kill();
    await asked;

    const { client, stop } = await vault.serve();
    onTestFinished(stop);
    const told = await client.audit.list({ kind: 'person_erased', object_id: id }).toArray({ limit: 9 });
    const file = await client.patients.erase(id, { reason: 'said again' });
    expect(file.statement.reason).toBe('Asked in writing');
    const detail = createHash('sha256').update(erasureFileText(file)).digest('hex');
    expect(told).toMatchObject([{ kind: 'person_erased', object_id: id, detail }]);
    await stop();
  }
});
