/**
 * Counts PostgreSQL round trips per operation, because the server's single thread waits for each. A changed number
 * must be recorded here.
 */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type PostgresCluster, psql, startPostgres } from '#scripts/postgres/cluster.ts';
import type { VaultClient } from '#sdk/client.ts';
import { needsPostgres } from '#test/support/left-out.ts';
import { CLINIC_PASSPHRASE, foundClinic, serveFolder } from '#test/support/served-folder.ts';
import { testTempDir } from '#test/support/temp-dir.ts';

/** Repetitions, because background queries occur in some of them. */
const TIMES = 6;

let cluster: PostgresCluster;

async function waitsSoFar(client: VaultClient): Promise<number> {
  const count = /^srvault_database_waits_total (\d+)$/m.exec(await client.vault.metrics())?.[1];
  return Number(count);
}

async function fewestWaits(client: VaultClient, work: () => Promise<unknown>): Promise<number> {
  const counts: number[] = [];
  for (let time = 0; time < TIMES; time += 1) {
    const before = await waitsSoFar(client);
    await work();
    counts.push((await waitsSoFar(client)) - before);
  }
  return Math.min(...counts);
}

describe('waiting for PostgreSQL', needsPostgres(), () => {
  beforeAll(async () => {
    cluster = await startPostgres();
  });
  afterAll(() => cluster.stop());

  test('each operation waits as often as is written here', async () => {
    psql(cluster.url('postgres'), 'CREATE DATABASE waits');
    const root = testTempDir();
    const at = { dataDir: join(root, 'vault'), stateDir: join(root, 'state') };
    const { client } = await serveFolder(at, { store: cluster.url('waits'), logLevel: 'silent' });
    const security_group_id = await foundClinic(client);
    const { patients, exams } = client;
    const newPatient = (name: string) =>
      patients.create({ security_group_id, record: { display_name: name } });
    const { index } = await newPatient('Anna Ek');
    const newExam = () =>
      exams.create({
        security_group_id,
        patient_id: index.document_id,
        record: { title: 'First visit' },
      });
    const exam = await newExam();
    const drafted = await newExam();
    const unread: string[] = [];
    for (let n = 0; n < TIMES; n += 1) unread.push((await newPatient(`Bo ${n}`)).index.document_id);
    let turn = 0;
    const save = (id: string) =>
      patients.update(id, {
        record: { display_name: `Anna ${turn++}` },
        expected_latest_version_id: null,
      });
    const saveDraft = () =>
      exams.draft.put(drafted.index.document_id, {
        record: { title: `Draft ${turn++}` },
        base_version_id: null,
      });
    await saveDraft();

    const asking = await fewestWaits(client, async () => undefined);
    const waitsOf = async (work: () => Promise<unknown>) => (await fewestWaits(client, work)) - asking;
    /** Writes as another server, which invalidates caches. */
    const writeElsewhere = () =>
      psql(cluster.url('waits'), 'UPDATE vault_head SET write_count = write_count + 1');
    const hearing = await fewestWaits(client, async () => writeElsewhere());
    const waitsWhereUnknown = async (work: () => Promise<unknown>) => {
      const waits = await fewestWaits(client, () => {
        writeElsewhere();
        return work();
      });
      return waits - hearing;
    };

    expect({
      'a patient, read before': await waitsOf(() => patients.get(index.document_id)),
      'a patient made here, read for the first time': await waitsOf(() => patients.get(unread.pop() ?? '')),
      'a patient nothing is known of': await waitsWhereUnknown(() => patients.get(index.document_id)),
      'an exam nothing is known of': await waitsWhereUnknown(() => exams.get(exam.index.document_id)),
      'a page of patients': await waitsOf(() => patients.list({ limit: 5 }).toArray({ limit: 5 })),
      'a patient saved': await waitsOf(() => save(index.document_id)),
      'a patient saved three times at once': await waitsOf(() =>
        Promise.all([0, 1, 2].map(() => save(index.document_id))),
      ),
      'an exam saved': await waitsOf(() =>
        exams.update(exam.index.document_id, {
          record: { title: `Visit ${turn++}` },
          expected_latest_version_id: null,
        }),
      ),
      'a draft saved over another': await waitsOf(saveDraft),
      'a patient made': await waitsOf(() => newPatient(`Cy ${turn++}`)),
    }).toEqual({
      'a patient, read before': 0,
      'a patient made here, read for the first time': 0,
      'a patient nothing is known of': 0,
      'an exam nothing is known of': 0,
      'a page of patients': 2,
      'a patient saved': 0,
      'a patient saved three times at once': 0,
      'an exam saved': 0,
      'a draft saved over another': 0,
      'a patient made': 0,
    });
  });

  test('an unlock waits as often with thirty principals more', async () => {
    psql(cluster.url('postgres'), 'CREATE DATABASE unlocks');
    const root = testTempDir();
    const at = { dataDir: join(root, 'vault'), stateDir: join(root, 'state') };
    const { client } = await serveFolder(at, { store: cluster.url('unlocks'), logLevel: 'silent' });
    const security_group_id = await foundClinic(client);
    const unlock = () => client.session.open({ passphrase: CLINIC_PASSPHRASE });
    async function waitsOfUnlock() {
      await unlock();
      return fewestWaits(client, unlock);
    }
    const before = await waitsOfUnlock();
    for (let n = 0; n < 30; n += 1) {
      await client.principals.invite({
        display_name: `Colleague ${n}`,
        groups: [{ security_group_id, role: 'viewer' }],
      });
    }
    expect(await waitsOfUnlock()).toBeLessThanOrEqual(before);
  });
});
