import { existsSync } from 'node:fs';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createIndexSnapshotFiles } from '#server/search/index-snapshot-file.ts';
import { createFixture } from '#test/server/documents/documents-fixture.ts';

/** Makes the next statement of this text fail once. */
function failOnce(text: string): { readonly hasFailed: () => boolean } {
  const database = new SqliteDatabase(':memory:');
  const statement: object = Object.getPrototypeOf(database.prepare('SELECT 1'));
  database.close();
  const run: unknown = Reflect.get(statement, 'run');
  if (typeof run !== 'function') throw new TypeError('There is no statement to make fail.');
  let hasFailed = false;
  const restore = () => void Reflect.set(statement, 'run', run);
  onTestFinished(restore);
  Reflect.set(statement, 'run', function (this: SqliteDatabase.Statement, ...args: unknown[]): unknown {
    if (!this.source.includes(text)) return Reflect.apply(run, this, args);
    hasFailed = true;
    restore();
    throw new SqliteDatabase.SqliteError('injected', 'SQLITE_FULL');
  });
  return { hasFailed: () => hasFailed };
}

describe('a purge', () => {
  test('whose image cannot be made for want of room is no failure nobody waits for; the next one is made', async () => {
    const fixture = createFixture();
    const { documents, owner, group, dataDir } = fixture;
    const body = { security_group_id: group, record: { legal_name: 'Xylophanna' } };
    const { index } = await documents.create(owner, 'patients', body);
    await documents.list(owner, 'patients', {});
    const unhandled: unknown[] = [];
    const hear = (error: unknown) => void unhandled.push(error);
    process.on('unhandledRejection', hear);
    onTestFinished(() => void process.off('unhandledRejection', hear));
    const failing = failOnce("'optimize'");
    await documents.trash(owner, 'patients', index.document_id);
    await documents.purge(owner, 'patients', index.document_id);
    await expect.poll(failing.hasFailed).toBe(true);
    await new Promise(setImmediate);
    expect(unhandled).toEqual([]);
    await fixture.reopen();
    expect(existsSync(join(dataDir, 'search', `${group}.sealed`))).toBe(true);
  });

  test('takes the stored image away at once, and the next one is without the document', async () => {
    const fixture = createFixture();
    const { owner, group, dataDir } = fixture;
    const image = join(dataDir, 'search', `${group}.sealed`);
    const make = async (legal_name: string) => {
      const body = { security_group_id: group, record: { legal_name } };
      return (await fixture.documents.create(owner, 'patients', body)).index.document_id;
    };
    const anna = await make('Xylophanna');
    const bo = await make('Bo');
    await fixture.documents.list(owner, 'patients', {});
    await fixture.reopen();
    expect(existsSync(image)).toBe(true);
    // Once with the index closed, once with it open.
    for (const id of [bo, anna]) {
      await fixture.documents.trash(owner, 'patients', id);
      await fixture.documents.purge(owner, 'patients', id);
      expect(existsSync(image)).toBe(false);
      const { items } = await fixture.documents.list(owner, 'patients', { state: 'all' });
      expect(items.map(({ index }) => index.document_id)).toEqual(id === bo ? [anna] : []);
    }
    const images = createIndexSnapshotFiles(dataDir, () => fixture.workspaceId);
    const openedText = async () => {
      const keyOf = (generation: number) => owner.keyRing.subkeys(group, generation).searchKey;
      let text = '';
      for await (const image of images.openAll(group, keyOf))
        text += Buffer.from(image ?? []).toString('latin1');
      return text.toLowerCase();
    };
    await make('Quirinus');
    await fixture.documents.list(owner, 'patients', {});
    await fixture.reopen();
    const words = await openedText();
    expect(words).toContain('uirinus');
    for (const word of ['xylophanna', 'ylophanna', anna]) expect(words).not.toContain(word);
    expect((await fixture.documents.list(owner, 'patients', { state: 'all' })).items).toHaveLength(1);
  });

  test('of a group whose keys have just gone leaves no image that is still being written', async () => {
    const fixture = createFixture();
    const { documents, owner, group, dataDir } = fixture;
    const body = { security_group_id: group, record: { legal_name: 'Xylophanna' } };
    const { index } = await documents.create(owner, 'patients', body);
    await documents.trash(owner, 'patients', index.document_id);
    await documents.list(owner, 'patients', {});
    fixture.search.wipeGroup(group);
    await documents.purge(owner, 'patients', index.document_id);
    expect(existsSync(join(dataDir, 'search', `${group}.sealed`))).toBe(false);
  });
});
