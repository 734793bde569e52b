import { describe, expect, test } from 'vitest';
import type { ExamPatientBody } from '#contract/documents/requests.ts';
import type { DocumentId, VersionId } from '#contract/ids.ts';
import { sha256 } from '#crypto/sha256.ts';
import { newId } from '#test/support/ids.ts';
import { codeOf, createFixture, errorOf } from './documents-fixture.ts';

describe('versions', () => {
  test('are listed newest first with their author, size and hash', async () => {
    const { documents, owner, actor, group, db, clock } = createFixture();
    const colleague = actor({ display_name: 'Dr. Bo', roles: { [group]: 'editor' } });
    const record = { title: 'CT' };
    const first = await documents.create(owner, 'exams', { security_group_id: group, record });
    const id = first.index.document_id;
    clock.advance(1000);
    const second = await documents.update(colleague, 'exams', id, { record });
    const { items, next_cursor } = await documents.listVersions(owner, 'exams', id, {});
    expect(next_cursor).toBeNull();
    expect(items.map((item) => [item.version_id, item.seq, item.created_by.display_name])).toEqual([
      [second.version_id, 2, 'Dr. Bo'],
      [first.version_id, 1, 'Dr. Ada'],
    ]);
    const sealed = db
      .prepare<[string], Uint8Array>('SELECT sealed FROM document_versions WHERE version_id = ?')
      .pluck()
      .get(second.version_id ?? newId());
    expect(items[0]?.ciphertext_bytes).toBe(sealed?.length);
    expect(items[0]?.ciphertext_bytes).toBe(second.index.streams.data.ciphertext_bytes);
    expect(items[0]?.sha256).toBe(Buffer.from(sha256(sealed ?? new Uint8Array())).toString('hex'));
  });

  test('are paged, and a cursor fits only its own list and caller', async () => {
    const { documents, owner, actor, group } = createFixture();
    const record = { title: 'CT' };
    const body = { security_group_id: group, record };
    const { index } = await documents.create(owner, 'templates', body);
    const other = await documents.create(owner, 'templates', body);
    const id = index.document_id;
    for (let n = 0; n < 4; n += 1) await documents.update(owner, 'templates', id, { record });
    const seen: number[] = [];
    let cursor: string | undefined;
    do {
      const page = await documents.listVersions(owner, 'templates', id, {
        limit: 2,
        ...(cursor === undefined ? {} : { cursor }),
      });
      seen.push(...page.items.map(({ seq }) => seq));
      cursor = page.next_cursor ?? undefined;
    } while (cursor !== undefined);
    expect(seen).toEqual([5, 4, 3, 2, 1]);
    const { next_cursor } = await documents.listVersions(owner, 'templates', id, { limit: 2 });
    const use = (who: typeof owner, documentId: DocumentId, text: string) =>
      codeOf(() => documents.listVersions(who, 'templates', documentId, { cursor: text }));
    const good = next_cursor ?? '';
    expect(await use(owner, id, good)).toBe('no error');
    expect(await use(owner, other.index.document_id, good)).toBe('invalid_request');
    expect(await use(actor({ roles: { [group]: 'owner' } }), id, good)).toBe('invalid_request');
    const tampered = `${good.slice(0, 90)}${good[90] === 'A' ? 'B' : 'A'}${good.slice(91)}`;
    expect(await use(owner, id, tampered)).toBe('invalid_request');
    expect(await use(owner, id, 'x')).toBe('invalid_request');
  });

  test('of another document are not found', async () => {
    const { documents, owner, group } = createFixture();
    const body = { security_group_id: group, record: { title: 'CT' } };
    const one = await documents.create(owner, 'templates', body);
    const other = await documents.create(owner, 'templates', body);
    const get = (version_id: VersionId) =>
      codeOf(() => documents.get(owner, 'templates', one.index.document_id, { version_id }));
    expect(await get(other.version_id ?? newId())).toBe('not_found');
    expect(await get(newId())).toBe('not_found');
    expect(await get(one.version_id ?? newId())).toBe('no error');
  });
});

describe('copy', () => {
  test('makes a document of its own key in the other group, the record and nothing else', async () => {
    const { documents, owner, actor, group, otherGroup } = createFixture();
    const both = actor({ roles: { [group]: 'viewer', [otherGroup]: 'editor' } });
    const patient = await documents.create(owner, 'patients', {
      security_group_id: group,
      record: { legal_name: 'Anna' },
    });
    const exam = await documents.create(owner, 'exams', {
      security_group_id: group,
      record: { title: 'CT' },
      patient_id: patient.index.document_id,
      tags: ['urgent'],
      specialist_ids: [owner.principal_id],
      source_id: 'Study/1',
    });
    const id = exam.index.document_id;
    const copy = await documents.copy(both, 'exams', id, { security_group_id: otherGroup });
    expect(copy.record).toEqual(exam.record);
    expect(copy.index).toMatchObject({
      security_group_id: otherGroup,
      meta: { seq: 1, patient_id: null, specialist_ids: [] },
      created_by: both.principal_id,
    });
    expect(copy.index.meta).not.toHaveProperty('source_tag');
    expect(copy.summary.tags).toEqual([]);
    expect(copy.index.document_id).not.toBe(id);
    expect(copy.index.encrypted_keys.dek).not.toEqual(exam.index.encrypted_keys.dek);
    expect(await documents.get(both, 'exams', copy.index.document_id)).toEqual(copy);
    expect(await codeOf(() => documents.get(owner, 'exams', copy.index.document_id))).toBe('not_found');
  });

  test('needs a reader here, an editor there, and a document that is not in the trash', async () => {
    const { documents, owner, actor, group, otherGroup } = createFixture();
    const { index } = await documents.create(owner, 'templates', {
      security_group_id: group,
      record: { title: 'CT' },
    });
    const id = index.document_id;
    const copy = (who: typeof owner) =>
      codeOf(() => documents.copy(who, 'templates', id, { security_group_id: otherGroup }));
    expect(await copy(owner)).toBe('permission_denied');
    expect(await copy(actor({ roles: { [group]: 'owner', [otherGroup]: 'viewer' } }))).toBe(
      'permission_denied',
    );
    expect(await copy(actor({ roles: { [otherGroup]: 'owner' } }))).toBe('not_found');
    const both = actor({ roles: { [group]: 'viewer', [otherGroup]: 'editor' } });
    expect(await copy(both)).toBe('no error');
    await documents.trash(owner, 'templates', id);
    expect(await copy(both)).toBe('document_deleted');
  });
});

describe('setExamPatient', () => {
  test('links, re-links and unlinks without a new version', async () => {
    const { documents, owner, group } = createFixture();
    const patient = async (legal_name: string) =>
      (await documents.create(owner, 'patients', { security_group_id: group, record: { legal_name } })).index
        .document_id;
    const [anna, bo] = [await patient('Anna'), await patient('Bo')];
    const exam = await documents.create(owner, 'exams', {
      security_group_id: group,
      record: { title: 'CT' },
      patient_id: anna,
    });
    const id = exam.index.document_id;
    const index = await documents.setExamPatient(owner, id, {
      patient_id: bo,
      expected_latest_version_id: exam.version_id,
    });
    expect(index.meta).toMatchObject({ patient_id: bo, seq: 1 });
    expect((await documents.get(owner, 'exams', id)).summary.patient_name).toBe('Bo');
    const { items } = await documents.list(owner, 'exams', { patient_id: bo });
    expect(items.map((item) => item.summary?.patient_name)).toEqual(['Bo']);
    const unlinked = await documents.setExamPatient(owner, id, { patient_id: null });
    expect(unlinked.meta.patient_id).toBeNull();
    expect((await documents.list(owner, 'exams', { patient_id: bo })).items).toEqual([]);
    expect((await documents.get(owner, 'exams', id)).summary.patient_name).toBeNull();
  });

  test('refuses a stale version, a foreign patient, the trash', async () => {
    const { documents, owner, group } = createFixture();
    const exam = await documents.create(owner, 'exams', { security_group_id: group, record: {} });
    const id = exam.index.document_id;
    const set = (body: ExamPatientBody) => documents.setExamPatient(owner, id, body);
    expect(await codeOf(() => set({ patient_id: newId() }))).toBe('invalid_request');
    const conflict = await errorOf(() => set({ patient_id: null, expected_latest_version_id: newId() }));
    expect(conflict.code).toBe('version_conflict');
    expect(conflict.headers).toEqual({ 'x-latest-version-id': exam.version_id });
    await documents.trash(owner, 'exams', id);
    expect(await codeOf(() => set({ patient_id: null }))).toBe('document_deleted');
  });
});
