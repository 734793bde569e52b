import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createSealedImages } from '#server/search/sealed-image.ts';
import { createFixture } from '#test/server/documents/documents-fixture.ts';

describe('a purge', () => {
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
    const images = createSealedImages(dataDir, () => fixture.workspaceId);
    const opened = () =>
      images.read(group, 0, (generation) => owner.keyRing.subkeys(group, generation).searchKey);
    await make('Quirinus');
    await fixture.documents.list(owner, 'patients', {});
    await fixture.reopen();
    const words = Buffer.from((await opened()) ?? [])
      .toString('latin1')
      .toLowerCase();
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
