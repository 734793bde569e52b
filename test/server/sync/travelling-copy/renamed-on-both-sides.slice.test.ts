/** Tests files and folders renamed on both sides: which name wins, and that the person learns of the other. */
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openVaultDatabase } from '#server/storage/engine/sqlite/open-database.ts';
import { MIGRATIONS } from '#server/storage/migrations/migrations.ts';
import { readCopySummary } from '#server/sync/copy-summary.ts';
import { RELAY_HOST, startAnswerRelay } from '#test/support/answer-relay.ts';
import { startClinic } from '#test/support/travelling.ts';
import { textFile, treeOf } from './drive-trees.ts';

/** Renames one file and one folder on the laptop, then at the home vault. */
async function renamedOnBothSides() {
  const clinic = await startClinic();
  const there = clinic.client().drive(clinic.group);
  const file = await there.upload(textFile('text'), { name: 'scan.txt' });
  const folder = await there.mkdir({ name: 'Folder' });
  const laptop = await clinic.takeAlong();
  await laptop.exchange();
  const here = laptop.client.drive(clinic.group);
  await here.patch(file.node_id, { name: 'mine.txt' });
  await here.patch(folder.node_id, { name: 'My folder' });
  await there.patch(file.node_id, { name: 'theirs.txt' });
  await there.patch(folder.node_id, { name: 'Their folder' });
  return { clinic, there, here, laptop, file: file.node_id, folder: folder.node_id };
}

describe('a file or folder renamed on both sides', () => {
  test('bears the clinic’s name, and its person is told of their own until they decide', async () => {
    const { clinic, there, here, laptop, file, folder } = await renamedOnBothSides();
    const told = (kind: string, id: string) => ({ kind, id, resource: null, state: 'conflict', code: null });
    const status = await laptop.exchange();
    expect(status.waits).toMatchObject([told('file', file), told('folder', folder)]);
    expect(await here.get(file)).toMatchObject({ name: 'theirs.txt', own_name: 'mine.txt' });
    expect(await here.get(folder)).toMatchObject({ name: 'Their folder', own_name: 'My folder' });
    expect((await there.get(file)).own_name).toBeUndefined();
    // The conflict survives further syncs and a restart.
    await there.patch(file, { name: 'theirs again.txt' });
    const again = await laptop.reopen();
    expect((await again.exchange()).waits).toHaveLength(2);
    const anew = again.client.drive(clinic.group);
    expect(await anew.get(file)).toMatchObject({ name: 'theirs again.txt', own_name: 'mine.txt' });
    const kept = await again.client.copy.settleName({ node_id: folder, keep: 'clinic' });
    expect(kept.waits).toMatchObject([told('file', file)]);
    expect((await anew.get(folder)).own_name).toBeUndefined();
    await again.client.copy.settleName({ node_id: file, keep: 'own' });
    expect((await again.exchange()).waits).toEqual([]);
    expect(await there.get(file)).toMatchObject({ name: 'mine.txt' });
    expect(await treeOf(again.client, clinic.group)).toEqual(await treeOf(clinic.client(), clinic.group));
    for (const node_id of [file, folder])
      await expect(again.client.copy.settleName({ node_id, keep: 'own' })).rejects.toMatchObject({
        code: 'not_found',
      });
  });

  test('is told no more once it is renamed here, or thrown away, or gone', async () => {
    const { there, here, laptop, file, folder } = await renamedOnBothSides();
    await laptop.exchange();
    await here.patch(file, { name: 'a third.txt' });
    expect((await laptop.client.copy.status()).waits).toMatchObject([
      { id: file, state: 'waits' },
      { id: folder, state: 'conflict' },
    ]);
    await there.delete(folder);
    expect((await laptop.exchange()).waits).toEqual([]);
    expect((await there.get(file)).name).toBe('a third.txt');
    await there.restore(folder);
    expect((await laptop.exchange()).waits).toMatchObject([{ id: folder, state: 'conflict' }]);
    await there.delete(folder);
    await there.purge(folder);
    expect((await laptop.exchange()).waits).toEqual([]);
  });

  test('is not told where both gave it the same name, nor kept in clear', async () => {
    const clinic = await startClinic();
    const there = clinic.client().drive(clinic.group);
    const { node_id } = await there.upload(textFile('text'), { name: 'scan.txt' });
    const laptop = await clinic.takeAlong();
    await laptop.exchange();
    await laptop.client.drive(clinic.group).patch(node_id, { name: 'the same.txt' });
    await there.patch(node_id, { name: 'the same.txt' });
    expect((await laptop.exchange()).waits).toEqual([]);
    expect((await laptop.client.drive(clinic.group).get(node_id)).own_name).toBeUndefined();
  });

  test('a copy of before names were kept opens, is looked at, and keeps them from then on', async () => {
    const { laptop, file } = await renamedOnBothSides();
    await laptop.close();
    const db = openVaultDatabase(join(laptop.dataDir, 'vault.sqlite'), MIGRATIONS);
    db.exec('DROP TABLE copy_names; DROP TABLE copy_brought');
    db.close();
    expect(readCopySummary(laptop.dataDir)).toMatchObject({ is_whole: true, waiting: 2 });
    const again = await laptop.reopen();
    expect((await again.exchange()).waits).toHaveLength(2);
    expect((await again.client.copy.settleName({ node_id: file, keep: 'clinic' })).waits).toHaveLength(1);
  });
});

describe('a new file whose answer was lost', () => {
  test('is what the clinic made of it since, not what was brought', async () => {
    const clinic = await startClinic({ names: [RELAY_HOST] });
    const relay = await startAnswerRelay(clinic.url);
    onTestFinished(relay.close);
    const there = clinic.client().drive(clinic.group);
    const laptop = await clinic.takeAlong();
    await laptop.exchange();
    await laptop.client.copy.changeAddresses({ addresses: [relay.url] });
    expect((await laptop.exchange()).clinic.standing).toBe('with');
    const here = laptop.client.drive(clinic.group);
    const isThere = async (id: string) => (await there.get(id).catch(() => undefined))?.status === 'ready';
    const brought = async (id: string, change: () => Promise<unknown>) => {
      relay.isLost = () => isThere(id);
      await laptop.exchange();
      expect(await isThere(id)).toBe(true);
      await change();
      relay.isLost = () => false;
      expect(await laptop.exchange()).toMatchObject({ clinic: { standing: 'with' }, waits: [] });
    };
    const one = await here.upload(textFile('one'), { name: 'one.txt' });
    await brought(one.node_id, () => there.patch(one.node_id, { name: 'renamed there.txt' }));
    expect(await there.get(one.node_id)).toMatchObject({ name: 'renamed there.txt' });
    const two = await here.mkdir({ name: 'Two' });
    await brought(two.node_id, () => there.delete(two.node_id));
    expect(await there.get(two.node_id)).toMatchObject({ is_deleted: true });
    expect(await treeOf(laptop.client, clinic.group)).toEqual(await treeOf(clinic.client(), clinic.group));
  });
});
