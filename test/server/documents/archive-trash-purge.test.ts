import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { onSqlite } from '#test/support/on-engine.ts';
import { codeOf, createFixture, type Fixture } from './documents-fixture.ts';

async function makePatient({ documents, owner, group }: Fixture, legal_name = 'Anna Ek') {
  const view = await documents.create(owner, 'patients', {
    security_group_id: group,
    record: { legal_name },
  });
  return view.index.document_id;
}

describe('archive and trash', () => {
  test('each flag is set and cleared, repeatably, and says who did it', async () => {
    const fixture = createFixture();
    const { documents, owner, clock } = fixture;
    const id = await makePatient(fixture);
    clock.advance(1000);
    const archived = await documents.archive(owner, 'patients', id);
    expect(archived).toMatchObject({ is_archived: true, updated_at: '2026-03-01T10:00:01.000Z' });
    clock.advance(1000);
    expect(await documents.archive(owner, 'patients', id)).toEqual(archived);
    const trashed = await documents.trash(owner, 'patients', id);
    expect(trashed).toMatchObject({ is_archived: true, is_deleted: true });
    expect(await documents.trash(owner, 'patients', id)).toEqual(trashed);
    expect((await documents.get(owner, 'patients', id)).record.legal_name).toBe('Anna Ek');
    const restored = await documents.restore(owner, 'patients', id);
    expect(restored).toMatchObject({ is_archived: true, is_deleted: false });
    const unarchived = await documents.unarchive(owner, 'patients', id);
    expect(unarchived.is_archived).toBe(false);
    expect(await documents.unarchive(owner, 'patients', id)).toEqual(unarchived);
  });

  test('the trash refuses archiving, restoring needs the trash', async () => {
    const fixture = createFixture();
    const { documents, owner } = fixture;
    const id = await makePatient(fixture);
    expect(await codeOf(() => documents.restore(owner, 'patients', id))).toBe('document_not_deleted');
    await documents.trash(owner, 'patients', id);
    expect(await codeOf(() => documents.archive(owner, 'patients', id))).toBe('document_deleted');
    expect(await codeOf(() => documents.unarchive(owner, 'patients', id))).toBe('document_deleted');
  });

  test('all of it needs the role of an editor', async () => {
    const fixture = createFixture();
    const { documents, actor, group } = fixture;
    const id = await makePatient(fixture);
    const viewer = actor({ roles: { [group]: 'viewer' } });
    for (const action of ['archive', 'unarchive', 'trash', 'restore'] as const) {
      expect(await codeOf(() => documents[action](viewer, 'patients', id))).toBe('permission_denied');
    }
  });

  test('a mark asked for commits with a repetition that changes nothing', async () => {
    const fixture = createFixture();
    const { documents, owner } = fixture;
    const id = await makePatient(fixture);
    await documents.archive(owner, 'patients', id);
    const marked: string[] = [];
    await documents.archive(owner, 'patients', id, { withinTransaction: (made) => void marked.push(made) });
    expect(marked).toEqual([id]);
  });
});

describe('purge', () => {
  test('is the owner’s, from the trash, and answers the index as it was', async () => {
    const fixture = createFixture();
    const { documents, owner, actor, group } = fixture;
    const id = await makePatient(fixture);
    const editor = actor({ roles: { [group]: 'editor' } });
    expect(await codeOf(() => documents.purge(editor, 'patients', id))).toBe('permission_denied');
    expect(await codeOf(() => documents.purge(owner, 'patients', id))).toBe('document_not_deleted');
    const trashed = await documents.trash(owner, 'patients', id);
    expect(await codeOf(() => documents.purge(editor, 'patients', id))).toBe('permission_denied');
    expect(await documents.purge(owner, 'patients', id)).toEqual(trashed);
    expect(await codeOf(() => documents.get(owner, 'patients', id))).toBe('not_found');
    expect(await codeOf(() => documents.purge(owner, 'patients', id))).toBe('not_found');
  });

  test('a patient with exams left has dependents, trashed exams included', async () => {
    const fixture = createFixture();
    const { documents, owner, group } = fixture;
    const patient_id = await makePatient(fixture);
    const body = { security_group_id: group, record: { title: 'CT' }, patient_id };
    const { index } = await documents.create(owner, 'exams', body);
    await documents.trash(owner, 'patients', patient_id);
    await documents.trash(owner, 'exams', index.document_id);
    expect(await codeOf(() => documents.purge(owner, 'patients', patient_id))).toBe('has_dependents');
    await documents.purge(owner, 'exams', index.document_id);
    expect(await codeOf(() => documents.purge(owner, 'patients', patient_id))).toBe('no error');
  });

  test('listeners run inside its transaction, and one that throws undoes it', async () => {
    const fixture = createFixture();
    const { documents, owner, group, db } = fixture;
    const id = await makePatient(fixture);
    await documents.trash(owner, 'patients', id);
    let isRefusing = true;
    documents.onPurge((purged) => {
      expect(db.inTransaction).toBe(true);
      expect(purged).toMatchObject({ resource: 'patients', document_id: id, security_group_id: group });
      if (isRefusing) throw new RangeError('not now');
    });
    await expect(documents.purge(owner, 'patients', id)).rejects.toThrow('not now');
    expect((await documents.get(owner, 'patients', id)).index.is_deleted).toBe(true);
    isRefusing = false;
    await documents.purge(owner, 'patients', id);
    expect(await codeOf(() => documents.get(owner, 'patients', id))).toBe('not_found');
  });

  test('writes that meet a purge are refused', async () => {
    const fixture = createFixture();
    const { documents, owner } = fixture;
    const id = await makePatient(fixture);
    await documents.trash(owner, 'patients', id);
    const purge = documents.purge(owner, 'patients', id);
    expect(await codeOf(() => documents.restore(owner, 'patients', id))).toBe('version_pending');
    expect(
      await codeOf(() => documents.update(owner, 'patients', id, { record: { legal_name: 'Anna' } })),
    ).toBe('version_pending');
    await purge;
  });

  test('a write that was on its way when the purge began is refused, and the purge goes on', async () => {
    const fixture = createFixture();
    const { documents, owner } = fixture;
    const id = await makePatient(fixture);
    await documents.trash(owner, 'patients', id);
    const restoring = codeOf(() => documents.restore(owner, 'patients', id));
    const purge = documents.purge(owner, 'patients', id);
    expect(await restoring).toBe('version_pending');
    await purge;
    expect(await codeOf(() => documents.get(owner, 'patients', id))).toBe('not_found');
  });

  onSqlite('PostgreSQL keeps what was deleted until its next vacuum (docs/guide/clinic.md)')(
    'nothing of the document stays in any file',
    async () => {
      const fixture = createFixture();
      const { documents, owner, db, dataDir, search } = fixture;
      const kept = await makePatient(fixture, 'Bo Kept');
      const id = await makePatient(fixture);
      await documents.putDraft(owner, 'patients', id, { record: {}, base_version_id: null });
      await documents.update(owner, 'patients', id, { record: { legal_name: 'Anna Ek' } });
      await documents.list(owner, 'patients', { q: 'anna' });
      const stored = db
        .prepare<[string], Uint8Array>('SELECT sealed FROM document_versions WHERE document_id = ?')
        .pluck()
        .all(id);
      const dek = db
        .prepare<[string], Uint8Array>('SELECT dek FROM documents WHERE document_id = ?')
        .pluck()
        .get(id);
      db.prepare(`INSERT INTO idempotency_marks VALUES ('p', 'createPatient', x'01', x'02', ?, 0)`).run(id);
      await documents.trash(owner, 'patients', id);
      await documents.purge(owner, 'patients', id);
      expect(db.prepare('SELECT count(*) FROM idempotency_marks').pluck().get()).toBe(0);
      expect(db.prepare('SELECT count(*) FROM document_drafts').pluck().get()).toBe(0);
      const needles = [Buffer.from(id), ...stored.map(Buffer.from), Buffer.from(dek ?? [1])].map((bytes) =>
        bytes.subarray(0, 40),
      );
      const files = readdirSync(dataDir, { recursive: true, withFileTypes: true }).filter((file) =>
        file.isFile(),
      );
      expect(files.map((file) => file.name)).toContain('vault.db');
      for (const file of files) {
        const bytes = readFileSync(join(file.parentPath, file.name));
        for (const needle of needles) expect(bytes.includes(needle)).toBe(false);
      }
      const { items } = await documents.list(owner, 'patients', { state: 'all' });
      expect(items.map(({ index }) => index.document_id)).toEqual([kept]);
      search.wipeGroup(fixture.group);
      const again = await documents.list(owner, 'patients', { state: 'all', q: 'anna' });
      expect(again.items).toEqual([]);
    },
  );
});
