/** Tests that files and folders created, changed and deleted on a travelling copy are pushed to the home vault. */
import { describe, expect, test } from 'vitest';
import { PART_SIZE_BYTES } from '#contract/limits.ts';
import { type Clinic, startClinic } from '#test/support/travelling.ts';
import { contentOf, textFile, treeOf } from './drive-trees.ts';
import { written } from './exam-texts.ts';

const WAITS = {
  code: 'permission_denied',
  message: expect.stringContaining('Not possible on a travelling copy'),
};

async function sameTrees(clinic: Clinic, laptop: Awaited<ReturnType<Clinic['takeAlong']>>) {
  const there = await treeOf(clinic.client(), clinic.group);
  expect(await treeOf(laptop.client, clinic.group)).toEqual(there);
  return there;
}

describe('files brought back', () => {
  test('come with their author and times, whole or in parts, in their folders and exams', async () => {
    const clinic = await startClinic();
    const bea = await clinic.invite('editor');
    const laptop = await clinic.takeAlong({ person: bea });
    await laptop.exchange();
    await clinic.stop();
    const { exam } = await written(laptop.client, clinic, 'made away');
    const away = laptop.client.drive(clinic.group);
    const outer = await away.mkdir({ name: 'Outer' });
    const inner = await away.mkdir({ name: 'Inner', parent_id: outer.node_id });
    const parent_id = inner.node_id;
    const small = await away.upload(textFile('written away'), { name: 'a.txt', parent_id, exam_id: exam });
    const bytes = new Uint8Array(PART_SIZE_BYTES + 9).map((_, at) => at % 253);
    const begun = await away.resumable.start({ name: 'b.bin', size: bytes.length, parent_id });
    for (const n of [1, 2]) {
      const part = bytes.subarray((n - 1) * PART_SIZE_BYTES, n * PART_SIZE_BYTES);
      await away.resumable.putPart(begun.node_id, n, part);
    }
    const large = await away.resumable.complete(begun.node_id);
    const empty = await away.upload(textFile(''), { name: 'empty', parent_id });
    const { waits } = await laptop.exchange();
    const kinds = waits.map(({ kind, state }) => `${kind} ${state}`);
    expect(kinds.filter((each) => each === 'file waits')).toHaveLength(3);
    expect(kinds.filter((each) => each === 'folder waits')).toHaveLength(2);
    await expect(away.purge(small.node_id)).rejects.toMatchObject(WAITS);
    await clinic.start();
    expect((await laptop.exchange()).waits).toEqual([]);
    await sameTrees(clinic, laptop);
    const there = clinic.client().drive(clinic.group);
    expect(String(await contentOf(there, small.node_id))).toBe('written away');
    expect(await contentOf(there, large.node_id)).toEqual(Buffer.from(bytes));
    expect(await contentOf(there, empty.node_id)).toEqual(Buffer.alloc(0));
    const { created_by, created_at, completed_at, exam_id } = await there.get(small.node_id);
    expect({ created_by, created_at, completed_at, exam_id }).toEqual({
      ...{ created_by: bea.principal_id, created_at: small.created_at },
      ...{ completed_at: small.completed_at, exam_id: exam },
    });
    expect((await clinic.client().findings.list()).items).toEqual([]);
  });

  test('renames, moves and the trash come back, those of both sides beside each other', async () => {
    const clinic = await startClinic();
    const there = clinic.client().drive(clinic.group);
    const make = (name: string, parent_id?: string) =>
      there.upload(textFile(name), { name, ...(parent_id === undefined ? {} : { parent_id }) });
    const [one, two] = [await there.mkdir({ name: 'One' }), await there.mkdir({ name: 'Two' })];
    const [a, b, c] = [await make('a'), await make('b'), await make('c', one.node_id)];
    const laptop = await clinic.takeAlong();
    await laptop.exchange();
    const away = laptop.client.drive(clinic.group);
    // Each side moves one folder into the other, renames one file, and creates the same name.
    await away.patch(one.node_id, { parent_id: two.node_id });
    await away.patch(a.node_id, { name: 'a, renamed away' });
    await away.upload(textFile('mine'), { name: 'new' });
    await away.mkdir({ name: 'New folder' });
    await away.delete(b.node_id);
    await there.patch(two.node_id, { parent_id: one.node_id });
    await there.patch(a.node_id, { parent_id: one.node_id });
    await there.patch(b.node_id, { name: 'b, renamed there' });
    await there.upload(textFile('theirs'), { name: 'new' });
    await there.mkdir({ name: 'New folder' });
    expect((await laptop.exchange()).waits).toEqual([]);
    await sameTrees(clinic, laptop);
    expect(await there.get(a.node_id)).toMatchObject({ name: 'a, renamed away', parent_id: one.node_id });
    expect(await there.get(b.node_id)).toMatchObject({ name: 'b, renamed there', is_deleted: true });
    expect(await there.get(c.node_id)).toMatchObject({ parent_id: one.node_id });
    const names = (await there.list({}).toArray({ limit: 100 })).map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['new', 'new (2)', 'New folder', 'New folder (2)', 'One']));
    // A folder is trashed and restored together with files added to it meanwhile.
    await away.delete(one.node_id);
    const late = await make('late', one.node_id);
    expect((await laptop.exchange()).waits).toEqual([]);
    expect(await there.get(late.node_id)).toMatchObject({ is_deleted: true });
    await away.restore(one.node_id);
    expect((await laptop.exchange()).waits).toEqual([]);
    await sameTrees(clinic, laptop);
    expect(await there.get(late.node_id)).toMatchObject({ is_deleted: false });
  });

  test('what was put into a folder that the vault has thrown away or purged lies at the root', async () => {
    const clinic = await startClinic();
    const there = clinic.client().drive(clinic.group);
    const [trashed, purged] = [await there.mkdir({ name: 'Trashed' }), await there.mkdir({ name: 'Purged' })];
    const laptop = await clinic.takeAlong();
    await laptop.exchange();
    const away = laptop.client.drive(clinic.group);
    const kept = [];
    for (const { node_id: parent_id } of [trashed, purged])
      kept.push(await away.upload(textFile('kept'), { name: 'kept', parent_id }));
    for (const { node_id } of [trashed, purged]) await there.delete(node_id);
    await there.purge(purged.node_id);
    expect((await laptop.exchange()).waits).toEqual([]);
    await sameTrees(clinic, laptop);
    for (const { node_id } of kept)
      expect(await there.get(node_id)).toMatchObject({ parent_id: null, is_deleted: false });
  });

  test('under a key that was changed meanwhile they are wrapped anew', async () => {
    const clinic = await startClinic();
    const bea = await clinic.invite('editor');
    const there = clinic.client().drive(clinic.group);
    const known = await there.upload(textFile('known'), { name: 'known' });
    const laptop = await clinic.takeAlong();
    await laptop.exchange();
    const away = laptop.client.drive(clinic.group);
    const made = await away.upload(textFile('made'), { name: 'made' });
    await away.patch(known.node_id, { name: 'known, renamed' });
    await clinic.client().groups.removeMember(clinic.group, bea.principal_id);
    await expect.poll(async () => (await laptop.exchange()).waits).toEqual([]);
    expect(String(await contentOf(there, made.node_id))).toBe('made');
    expect(await there.get(known.node_id)).toMatchObject({ name: 'known, renamed' });
    expect((await laptop.client.findings.list()).items).toEqual([]);
  });
});
