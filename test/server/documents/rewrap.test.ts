import { describe, expect, test } from 'vitest';
import { generateGroupKey, parseGroupKey } from '#crypto/keys/keys.ts';
import { codeOf, createFixture } from './documents-fixture.ts';

async function createRotatedVault(count: number) {
  const fixture = createFixture();
  const { documents, owner, group, actor } = fixture;
  const ids: string[] = [];
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

describe('rewrapBatch', () => {
  test('goes through the group in batches, and says when none are left', async () => {
    const { documents, owner, group, commits } = await createRotatedVault(5);
    const batch = () => commits.writeNow(() => documents.rewrapBatch(group, 2, owner.keyRing, 2));
    expect([batch(), batch(), batch(), batch()]).toEqual([2, 2, 1, 0]);
  });

  test('documents open, list and are found by source before, during and after', async () => {
    const { documents, owner, group, commits, ids } = await createRotatedVault(4);
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
    commits.writeNow(() => documents.rewrapBatch(group, 2, owner.keyRing, 2));
    await check();
    commits.writeNow(() => documents.rewrapBatch(group, 2, owner.keyRing, 100));
    await check();
    owner.keyRing.forgetGenerationsBefore(group, 2);
    await check();
    const view = await documents.update(owner, 'patients', ids[0] ?? '', {
      record: { legal_name: 'Anna 0' },
    });
    expect(view.index.encrypted_keys.group_key_generation).toBe(2);
  });

  test('the old key opens nothing any more', async () => {
    const { documents, owner, removed, group, commits, ids } = await createRotatedVault(2);
    expect(await codeOf(() => documents.get(removed, 'patients', ids[0] ?? ''))).toBe('no error');
    commits.writeNow(() => documents.rewrapBatch(group, 2, owner.keyRing, 100));
    expect(await codeOf(() => documents.get(removed, 'patients', ids[0] ?? ''))).toBe(
      'group_key_unavailable',
    );
  });

  test('a row changed outside the vault stops nothing and is not given a fresh MAC', async () => {
    const { documents, owner, group, commits, db, ids } = await createRotatedVault(3);
    const changed = ids[1] ?? '';
    db.prepare('UPDATE documents SET is_archived = 1 WHERE document_id = ?').run(changed);
    const batch = () => commits.writeNow(() => documents.rewrapBatch(group, 2, owner.keyRing, 2));
    expect([batch(), batch(), batch()]).toEqual([2, 1, 0]);
    const codes = ids.map((id) => codeOf(() => documents.get(owner, 'patients', id)));
    expect(await Promise.all(codes)).toEqual(['no error', 'crypto_error', 'no error']);
  });

  test('a document created while the rotation runs lies under the new key', async () => {
    const fixture = createFixture();
    const { documents, owner, group, keysOf } = fixture;
    const body = { security_group_id: group, record: { legal_name: 'Anna' } };
    const creating = documents.create(owner, 'patients', body);
    const key = generateGroupKey();
    keysOf(group).set(2, key);
    // The create has sealed under generation 1 by now and waits for its transaction.
    await Promise.resolve();
    owner.keyRing.setGroupKey(group, 2, parseGroupKey(Uint8Array.from(key)));
    const view = await creating;
    expect(view.index.encrypted_keys.group_key_generation).toBe(2);
    expect(await documents.get(owner, 'patients', view.index.document_id)).toEqual(view);
  });
});
