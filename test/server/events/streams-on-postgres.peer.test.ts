/**
 * Tests open event streams while PostgreSQL crashes during writes: no server ends, no stream breaks, no change is
 * missed.
 */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type PostgresCluster, psql, startPostgres } from '#scripts/postgres/cluster.ts';
import type { VaultClient } from '#sdk/client.ts';
import { needsPostgres } from '#test/support/left-out.ts';
import { foundClinic, serveFolder } from '#test/support/served-folder.ts';
import { testTempDir } from '#test/support/temp-dir.ts';

const STREAMS = 20;
const CRASHES = 3;

let cluster: PostgresCluster;

/** Opens a stream and collects its document events by id. */
async function openStream(client: VaultClient) {
  const seen: string[] = [];
  const stopping = new AbortController();
  onTestFinished(() => stopping.abort());
  const events = client.events({ signal: stopping.signal });
  void (async () => {
    for await (const { event, data } of events) if (event === 'document') seen.push(data.id);
  })().catch(() => undefined);
  return seen;
}

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((done) => setTimeout(done, 50));
}

describe('streams on PostgreSQL', needsPostgres(), () => {
  beforeAll(async () => {
    cluster = await startPostgres();
  });
  afterAll(() => cluster.stop());

  async function openClinic(database: string) {
    psql(cluster.url('postgres'), `CREATE DATABASE ${database}`);
    const root = testTempDir();
    const at = { dataDir: join(root, 'vault'), stateDir: join(root, 'state') };
    const { client } = await serveFolder(at, { store: cluster.url(database), logLevel: 'silent' });
    const security_group_id = await foundClinic(client);
    const newPatient = async (name: string) =>
      (await client.patients.create({ security_group_id, record: { display_name: name } })).index.document_id;
    return { client, newPatient };
  }

  test('a crash under writers with open streams ends neither; every save that was answered is seen', async () => {
    const { client, newPatient } = await openClinic('crashing');
    const streams = await Promise.all(Array.from({ length: STREAMS }, () => openStream(client)));
    const probe = await newPatient('Probe');
    await until(() => streams.every((seen) => seen.includes(probe)));
    const answered: string[] = [];
    for (let crash = 0; crash < CRASHES; crash += 1) {
      let isWriting = true;
      const writers = [1, 2, 3].map(async (writer) => {
        for (let n = 0; isWriting; n += 1) {
          const id = await newPatient(`Crash ${crash}, writer ${writer}, ${n}`).catch(() => undefined);
          if (id !== undefined) answered.push(id);
        }
      });
      const before = answered.length;
      await until(() => answered.length > before + 3);
      cluster.crash();
      cluster.start();
      isWriting = false;
      await Promise.all(writers);
    }
    await until(async () => (await newPatient('Back').catch(() => undefined)) !== undefined);
    await until(() => streams.every((seen) => answered.every((id) => seen.includes(id))));
    expect(answered.length).toBeGreaterThan(CRASHES * 3);
  });

  test('a save waits for the database as often with twenty windows as with none', async () => {
    const { client, newPatient } = await openClinic('windows');
    const waitsSoFar = async () =>
      Number(/^srvault_database_waits_total (\d+)$/m.exec(await client.vault.metrics())?.[1]);
    async function waitsOfSaves() {
      const before = await waitsSoFar();
      for (let n = 0; n < 10; n += 1) await newPatient(`Save ${n}`);
      return (await waitsSoFar()) - before;
    }
    await waitsOfSaves();
    const without = await waitsOfSaves();
    const streams = await Promise.all(Array.from({ length: STREAMS }, () => openStream(client)));
    const probe = await newPatient('Probe');
    await until(() => streams.every((seen) => seen.includes(probe)));
    // One read per wake-up for all streams, and the server's own work.
    expect(await waitsOfSaves()).toBeLessThan(without + STREAMS);
  });
});
