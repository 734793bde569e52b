/**
 * Tests a copy of a home vault with blobs in a bucket and, in PostgreSQL runs, rows in a database: sync both ways,
 * and unavailable storage.
 */
import { describe, expect, test } from 'vitest';
import { PART_SIZE_BYTES } from '#contract/limits.ts';
import { startRelay } from '#scripts/postgres/tcp-relay.ts';
import { doubleBucket } from '#test/support/double-bucket.ts';
import { onPostgres } from '#test/support/on-engine.ts';
import { postgresOf } from '#test/support/postgres.ts';
import { startClinic } from '#test/support/travelling.ts';
import { contentOf, textFile, treeOf } from './drive-trees.ts';
import { textOf, write, written } from './exam-texts.ts';

/** Time until the vault reports its storage as unavailable. */
const AWAY_MAX_MS = 240_000;

async function clinicInBucket() {
  const { blobs, double } = await doubleBucket();
  const clinic = await startClinic({ blobs });
  const { exam } = await written(clinic.client(), clinic, 'common');
  return { clinic, double, exam, keys: () => [...double.objects.keys()].join(' ') };
}

describe('a copy of a clinic with its files in a bucket', () => {
  test('takes them out of it, brings new ones into it, and a purge removes both', async () => {
    const { clinic, exam, keys } = await clinicInBucket();
    const there = clinic.client().drive(clinic.group);
    const known = await there.upload(textFile('of the exam'), { name: 'a.txt', exam_id: exam });
    const laptop = await clinic.takeAlong();
    await laptop.exchange();
    const here = laptop.client.drive(clinic.group);
    expect((await here.get(known.node_id)).at_clinic).toBe(true);
    expect(String(await contentOf(here, known.node_id))).toBe('of the exam');
    await clinic.stop();
    const small = await here.upload(textFile('written away'), { name: 'b.txt', exam_id: exam });
    const bytes = new Uint8Array(PART_SIZE_BYTES + 9).map((_, at) => at % 253);
    const begun = await here.resumable.start({ name: 'c.bin', size: bytes.length });
    for (const n of [1, 2]) {
      const part = bytes.subarray((n - 1) * PART_SIZE_BYTES, n * PART_SIZE_BYTES);
      await here.resumable.putPart(begun.node_id, n, part);
    }
    await here.resumable.complete(begun.node_id);
    await clinic.start();
    expect(await laptop.exchange()).toMatchObject({ clinic: { standing: 'with' }, waits: [] });
    expect(await treeOf(laptop.client, clinic.group)).toEqual(await treeOf(clinic.client(), clinic.group));
    for (const { node_id } of [known, small]) expect(keys()).toContain(node_id);
    const back = clinic.client().drive(clinic.group);
    expect(String(await contentOf(back, small.node_id))).toBe('written away');
    expect(await contentOf(back, begun.node_id)).toEqual(Buffer.from(bytes));
    for (const { node_id } of [known, small]) {
      await back.delete(node_id);
      await back.purge(node_id);
      expect(keys()).not.toContain(node_id);
    }
    expect((await laptop.exchange()).taken).toMatchObject([{ files: 1, files_here: 1 }]);
    expect((await clinic.client().findings.list()).items).toEqual([]);
    expect((await laptop.client.findings.list()).items).toEqual([]);
  });

  test('while the bucket is away records go and files wait; nothing is told as refused', async () => {
    const { clinic, double, exam } = await clinicInBucket();
    const there = clinic.client().drive(clinic.group);
    const pinned = await there.upload(textFile('pinned'), { name: 'p.txt', exam_id: exam });
    const laptop = await clinic.takeAlong();
    await laptop.exchange();
    await clinic.stop();
    await laptop.client.copy.pin({ exam_id: exam, is_pinned: true });
    await write(laptop.client, exam, 'written away');
    const here = laptop.client.drive(clinic.group);
    const made = await here.upload(textFile('made away'), { name: 'm.txt', exam_id: exam });
    await clinic.start();
    double.fate = () => 'busy';
    const status = await laptop.exchange();
    expect(status).toMatchObject({
      clinic: { standing: 'with' },
      waits: [{ id: made.node_id, state: 'waits', code: null }],
      pins: [{ files: 2, files_here: 1 }],
    });
    expect(await textOf(clinic.client(), exam)).toBe('written away');
    double.fate = () => 'served';
    expect(await laptop.exchange()).toMatchObject({ waits: [], pins: [{ files: 2, files_here: 2 }] });
    expect(String(await contentOf(here, pinned.node_id))).toBe('pinned');
    const back = clinic.client().drive(clinic.group);
    expect(String(await contentOf(back, made.node_id))).toBe('made away');
    expect((await laptop.client.findings.list()).items).toEqual([]);
  });
});

describe('a copy of a clinic with its rows in a database', () => {
  onPostgres('SQLite is never away')('stands as away while that is away, and goes on by itself', async () => {
    const database = new URL(postgresOf(`relayed ${Date.now()}`) ?? '');
    const relay = await startRelay(Number(database.port));
    database.port = String(relay.port);
    try {
      const clinic = await startClinic({ store: database.href });
      const { exam } = await written(clinic.client(), clinic, 'common');
      const laptop = await clinic.takeAlong();
      await laptop.exchange();
      await write(laptop.client, exam, 'written away');
      relay.refuse();
      await expect
        .poll(async () => (await laptop.exchange()).clinic.standing, { timeout: AWAY_MAX_MS })
        .toBe('away');
      expect((await laptop.client.copy.status()).waits).toMatchObject([{ id: exam, state: 'waits' }]);
      relay.thaw();
      await expect
        .poll(async () => (await laptop.exchange()).clinic.standing, { timeout: AWAY_MAX_MS })
        .toBe('with');
      expect(await textOf(clinic.client(), exam)).toBe('written away');
      await laptop.close();
      await clinic.stop();
    } finally {
      relay.end();
    }
  });
});
