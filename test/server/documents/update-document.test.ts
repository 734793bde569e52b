import { describe, expect, test } from 'vitest';
import type { DocumentId, VersionId } from '#contract/ids.ts';
import { newId } from '#test/support/ids.ts';
import { codeOf, createFixture, errorOf, type Fixture } from './documents-fixture.ts';

async function makePatient({ documents, owner, group }: Fixture, tags: string[] = ['a']) {
  const record = { legal_name: 'Anna Ek' };
  return documents.create(owner, 'patients', { security_group_id: group, record, tags });
}

describe('update', () => {
  test('seals a complete new version under the same DEK', async () => {
    const fixture = createFixture();
    const { documents, owner, clock } = fixture;
    const first = await makePatient(fixture);
    const id = first.index.document_id;
    clock.advance(60_000);
    const second = await documents.update(owner, 'patients', id, {
      record: { display_name: 'Anna', email: 'anna@example.org' },
    });
    expect(second.version_id).not.toBe(first.version_id);
    expect(second.record).toMatchObject({
      legal_name: 'Anna',
      display_name: 'Anna',
      email: 'anna@example.org',
    });
    expect(second.index.meta.seq).toBe(2);
    expect(second.index.encrypted_keys).toEqual(first.index.encrypted_keys);
    expect(second.index.encrypted_index).not.toEqual(first.index.encrypted_index);
    expect(second.index.updated_at).toBe('2026-03-01T10:01:00.000Z');
    expect(second.index.updated_by).toEqual({ principal_id: owner.principal_id, display_name: 'Dr. Ada' });
    expect(await documents.get(owner, 'patients', id)).toEqual(second);
    const old = await documents.get(owner, 'patients', id, { version_id: first.version_id ?? newId() });
    expect(old.record).toEqual(first.record);
    expect(old.version_id).toBe(first.version_id);
    expect(old.summary.display_name).toBe('Anna');
  });

  test('absent or null tags and specialists keep what there is, empty lists clear it', async () => {
    const fixture = createFixture();
    const { documents, owner } = fixture;
    const { index } = await makePatient(fixture, ['a', 'b']);
    const record = { legal_name: 'Anna' };
    const save = (body: { tags?: string[] | null; specialist_ids?: string[] | null }) =>
      documents.update(owner, 'patients', index.document_id, { record, ...body });
    expect((await save({})).summary.tags).toEqual(['a', 'b']);
    expect((await save({ tags: null, specialist_ids: [owner.principal_id] })).summary.tags).toEqual([
      'a',
      'b',
    ]);
    expect((await save({ specialist_ids: null })).index.meta.specialist_ids).toEqual([owner.principal_id]);
    const cleared = await save({ tags: [], specialist_ids: [] });
    expect(cleared.summary.tags).toEqual([]);
    expect(cleared.index.meta.specialist_ids).toEqual([]);
  });

  test('a source tag and id survive saves with and without tags', async () => {
    const { documents, owner, group } = createFixture();
    const body = { security_group_id: group, record: { legal_name: 'Anna' }, source_id: 'Patient/1' };
    const { index } = await documents.create(owner, 'patients', body);
    await documents.update(owner, 'patients', index.document_id, { record: body.record, tags: ['x'] });
    await documents.update(owner, 'patients', index.document_id, { record: body.record });
    const { items } = await documents.list(owner, 'patients', { source_id: 'Patient/1' });
    expect(items.map((item) => item.summary?.tags)).toEqual([['x']]);
  });

  test('another version than the expected one is a conflict that names the latest', async () => {
    const fixture = createFixture();
    const { documents, owner } = fixture;
    const first = await makePatient(fixture);
    const id = first.index.document_id;
    const save = (expected_latest_version_id: VersionId | null | undefined) =>
      documents.update(owner, 'patients', id, {
        record: { legal_name: 'Anna' },
        ...(expected_latest_version_id === undefined ? {} : { expected_latest_version_id }),
      });
    const second = await save(first.version_id);
    const conflict = await errorOf(() => save(first.version_id));
    expect(conflict.code).toBe('version_conflict');
    expect(conflict.headers).toEqual({ 'x-latest-version-id': second.version_id });
    expect((await errorOf(() => save(newId()))).code).toBe('version_conflict');
    expect((await save(null)).index.meta.seq).toBe(3);
    expect((await save(undefined)).index.meta.seq).toBe(4);
  });

  test('of many saves that expect the same version exactly one wins', async () => {
    const fixture = createFixture();
    const { documents, owner } = fixture;
    const first = await makePatient(fixture);
    const id = first.index.document_id;
    const saves = await Promise.allSettled(
      Array.from({ length: 20 }, (_, n) =>
        documents.update(owner, 'patients', id, {
          record: { legal_name: `Anna ${n}` },
          expected_latest_version_id: first.version_id,
        }),
      ),
    );
    const won = saves.filter((save) => save.status === 'fulfilled');
    expect(won).toHaveLength(1);
    const latest = won[0]?.value;
    for (const save of saves) {
      if (save.status === 'rejected') expect(save.reason).toMatchObject({ code: 'version_conflict' });
    }
    expect(await documents.get(owner, 'patients', id)).toEqual(latest);
    expect(latest?.index.meta.seq).toBe(2);
  });

  test('unconditional saves that meet are all kept, one version each', async () => {
    const fixture = createFixture();
    const { documents, owner } = fixture;
    const { index } = await makePatient(fixture);
    const id = index.document_id;
    const saved = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        documents.update(owner, 'patients', id, { record: { legal_name: `Anna ${n}` } }),
      ),
    );
    expect(saved.map((view) => view.index.meta.seq).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 12 }, (_, n) => n + 2),
    );
    const { items } = await documents.listVersions(owner, 'patients', id, {});
    expect(items).toHaveLength(13);
    for (const view of saved) {
      const version = await documents.get(owner, 'patients', id, { version_id: view.version_id ?? newId() });
      expect(version.record).toEqual(view.record);
    }
  });

  test('a trashed document refuses, an archived one does not', async () => {
    const fixture = createFixture();
    const { documents, owner } = fixture;
    const { index } = await makePatient(fixture);
    const id = index.document_id;
    const save = () => documents.update(owner, 'patients', id, { record: { legal_name: 'Anna' } });
    await documents.archive(owner, 'patients', id);
    expect((await save()).index.is_archived).toBe(true);
    await documents.trash(owner, 'patients', id);
    expect(await codeOf(save)).toBe('document_deleted');
  });

  test('existence and role come before state', async () => {
    const RECORDS = { patients: { legal_name: 'Anna' }, templates: { title: 'CT chest' } };
    const fixture = createFixture();
    const { documents, owner, actor, group } = fixture;
    const { index } = await makePatient(fixture);
    const id = index.document_id;
    await documents.trash(owner, 'patients', id);
    const save = (who: typeof owner, resource: 'patients' | 'templates', documentId: DocumentId) =>
      codeOf(() => documents.update(who, resource, documentId, { record: RECORDS[resource] }));
    expect(await save(actor({ roles: {} }), 'patients', id)).toBe('not_found');
    expect(await save(actor({ roles: { [group]: 'viewer' } }), 'patients', id)).toBe('permission_denied');
    expect(await save(actor({ roles: { [group]: 'editor' }, keyless: [group] }), 'patients', id)).toBe(
      'group_key_unavailable',
    );
    expect(await save(owner, 'templates', id)).toBe('not_found');
    expect(await save(owner, 'patients', newId())).toBe('not_found');
  });

  test('a record that is not right changes nothing', async () => {
    const fixture = createFixture();
    const { documents, owner } = fixture;
    const before = await makePatient(fixture);
    const id = before.index.document_id;
    const bad = { legal_name: ' ' };
    expect(await codeOf(() => documents.update(owner, 'patients', id, { record: bad }))).toBe(
      'invalid_request',
    );
    expect(await documents.get(owner, 'patients', id)).toEqual(before);
  });

  test('a session that locks while a save is under way is told so', async () => {
    const fixture = createFixture();
    const { documents, owner, actor, group } = fixture;
    const { index } = await makePatient(fixture);
    const leaving = actor({ roles: { [group]: 'editor' } });
    const save = documents.update(leaving, 'patients', index.document_id, { record: { legal_name: 'Anna' } });
    leaving.lock();
    expect(await codeOf(() => save)).toBe('session_locked');
    expect((await documents.get(owner, 'patients', index.document_id)).index.meta.seq).toBe(1);
  });
});
