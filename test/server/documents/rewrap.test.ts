import { describe, expect, test } from 'vitest';
import type { DocumentId } from '#contract/ids.ts';
import { generateGroupKey, parseGroupKey } from '#crypto/keys/key-types.ts';
import { newId } from '#test/support/ids.ts';
import { codeOf, createFixture } from './documents-fixture.ts';

async function createRotatedVault(count: number) {
  const fixture = createFixture();
  const { documents, owner, group, actor } = fixture;
  const ids: DocumentId[] = [];
  for (let n = 0; n < count; n += 1) {
    const view = await documents.create(owner, 'patients', {
      security_group_id: group,
      record: { legal_name: `Anna ${n}` },
      tags: ['kept'],
      ...(n % 2 === 0 ? { source_id: `Patient/${n}` } : {}),
    });
    ids.push(view.index.document_id);
  }
  const removed = actor({ roles: { [group]: 'owner' } });
  const key = generateGroupKey();
  fixture.keysOf(group).set(2, key);
  owner.keyRing.setGroupKey(group, 2, parseGroupKey(Uint8Array.from(key)));
  return { ...fixture, ids, removed };
}

/** Returns a function that rewraps the next batch under generation 2. */
function batchesOf({ documents, commits, owner, group }: Awaited<ReturnType<typeof createRotatedVault>>) {
  let after = '';
  return (limit: number) => {
    const batch = { security_group_id: group, generation: 2, keyRing: owner.keyRing, limit, after };
    const progress = commits.writeNow(() => documents.rewrapBatch(batch));
    after = progress.last ?? after;
    return progress;
  };
}

describe('rewrapBatch', () => {
  test('goes through the group in batches, and says when none are left', async () => {
    const vault = await createRotatedVault(5);
    const { ids } = vault;
    const batch = batchesOf(vault);
    expect([batch(2), batch(2), batch(2), batch(2)]).toEqual([
      { last: ids[1], left: [] },
      { last: ids[3], left: [] },
      { last: ids[4], left: [] },
      { last: null, left: [] },
    ]);
  });

  test('documents open, list and are found by source before, during and after', async () => {
    const vault = await createRotatedVault(4);
    const { documents, owner, group, ids } = vault;
    const batch = batchesOf(vault);
    const check = async () => {
      for (const [n, id] of ids.entries()) {
        const view = await documents.get(owner, 'patients', id);
        expect(view.record.legal_name).toBe(`Anna ${n}`);
        expect(view.summary.tags).toEqual(['kept']);
      }
      expect((await documents.list(owner, 'patients', { q: 'anna' })).items).toHaveLength(4);
      const { items } = await documents.list(owner, 'patients', { source_id: 'Patient/2' });
      expect(items.map(({ index }) => index.document_id)).toEqual([ids[2]]);
    };
    await check();
    batch(2);
    await check();
    batch(100);
    await check();
    owner.keyRing.forgetGenerationsBefore(group, 2);
    await check();
    const view = await documents.update(owner, 'patients', ids[0] ?? newId(), {
      record: { legal_name: 'Anna 0' },
    });
    expect(view.index.encrypted_keys.group_key_generation).toBe(2);
  });

  test('a save that was prepared before its row was re-wrapped is made again, and stored under the new key', async () => {
    const vault = await createRotatedVault(1);
    const { commits, documents, owner, group, ids } = vault;
    const [id = newId()] = ids;
    const batch = { security_group_id: group, generation: 2, keyRing: owner.keyRing, limit: 100, after: '' };
    const rewrapped = commits.write(() => documents.rewrapBatch(batch));
    const saved = documents.update(owner, 'patients', id, { record: { legal_name: 'Berta' } });
    expect(await rewrapped).toEqual({ last: id, left: [] });
    expect((await saved).index).toMatchObject({ encrypted_keys: { group_key_generation: 2 } });
    expect((await documents.get(owner, 'patients', id)).record.legal_name).toBe('Berta');
  });

  test('the old key opens nothing any more', async () => {
    const vault = await createRotatedVault(2);
    const { documents, removed, ids } = vault;
    const batch = batchesOf(vault);
    expect(await codeOf(() => documents.get(removed, 'patients', ids[0] ?? newId()))).toBe('no error');
    batch(100);
    expect(await codeOf(() => documents.get(removed, 'patients', ids[0] ?? newId()))).toBe('crypto_error');
  });

  test('a row changed outside the vault stops nothing, is left as it is, and opens once it is put right', async () => {
    const vault = await createRotatedVault(3);
    const { documents, owner, db, ids, health } = vault;
    const [first = newId(), changed = newId(), last = newId()] = ids;
    const archive = db.prepare('UPDATE documents SET is_archived = ? WHERE document_id = ?');
    const rowOf = () => db.prepare('SELECT * FROM documents WHERE document_id = ?').get(changed);
    archive.run(1, changed);
    const before = rowOf();
    const batch = batchesOf(vault);
    expect(batch(2)).toEqual({ last: changed, left: [changed] });
    expect(batch(2)).toEqual({ last, left: [] });
    expect(rowOf()).toEqual(before);
    await health.whenIdle();
    expect(health.findings()).toMatchObject([{ code: 'document_damaged', id: changed }]);
    const codes = () =>
      Promise.all([first, changed, last].map((id) => codeOf(() => documents.get(owner, 'patients', id))));
    expect(await codes()).toEqual(['no error', 'crypto_error', 'no error']);
    archive.run(0, changed);
    expect(await codes()).toEqual(['no error', 'no error', 'no error']);
  });

  test.each([
    ['that is none yet', 9],
    ['that the group goes to', 2],
    ['that never was', 0],
  ])('a row set to a generation %s is left as well', async (_what, generation) => {
    const vault = await createRotatedVault(1);
    const { documents, owner, db, ids } = vault;
    const [id = newId()] = ids;
    const set = db.prepare('UPDATE documents SET group_key_generation = ? WHERE document_id = ?');
    set.run(generation, id);
    expect(await codeOf(() => documents.get(owner, 'patients', id))).toBe('crypto_error');
    expect(batchesOf(vault)(10).left).toEqual([id]);
    set.run(1, id);
    expect(await codeOf(() => documents.get(owner, 'patients', id))).toBe('no error');
  });

  test('a save and a draft whose report is still being read when the old key goes are kept', async () => {
    const vault = await createRotatedVault(2);
    const { documents, owner, group, ids } = vault;
    const [saved = newId(), drafted = newId()] = ids;
    const record = { legal_name: 'Anna later' };
    const { version_id: base_version_id } = await documents.get(owner, 'patients', drafted);
    const writing = [
      documents.update(owner, 'patients', saved, { record }),
      documents.putDraft(owner, 'patients', drafted, { record, base_version_id }),
    ];
    batchesOf(vault)(100);
    owner.keyRing.forgetGenerationsBefore(group, 2);
    expect(await codeOf(() => Promise.all(writing))).toBe('no error');
    for (const id of ids) {
      const view = await documents.get(owner, 'patients', id, { include_draft: true });
      expect(view.record.legal_name).toBe('Anna later');
    }
  });

  test('a document created while the rotation runs lies under the new key', async () => {
    const fixture = createFixture();
    const { documents, owner, group, keysOf } = fixture;
    const body = { security_group_id: group, record: { legal_name: 'Anna' } };
    const creating = documents.create(owner, 'patients', body);
    const key = generateGroupKey();
    keysOf(group).set(2, key);
    // The create has sealed under generation 1 and waits for its transaction.
    await Promise.resolve();
    owner.keyRing.setGroupKey(group, 2, parseGroupKey(Uint8Array.from(key)));
    const view = await creating;
    expect(view.index.encrypted_keys.group_key_generation).toBe(2);
    expect(await documents.get(owner, 'patients', view.index.document_id)).toEqual(view);
  });
});
