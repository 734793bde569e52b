import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { DocumentId, SecurityGroupId } from '#contract/ids.ts';
import { newId } from '#test/support/ids.ts';
import { onSqlite } from '#test/support/on-engine.ts';
import { codeOf, createFixture } from './documents-fixture.ts';

describe('create', () => {
  test('a patient is answered whole, absent fields null', async () => {
    const { documents, owner, group, workspaceId } = createFixture();
    const view = await documents.create(owner, 'patients', {
      security_group_id: group,
      record: { legal_name: 'Anna Ek', birth_date: '1980-02-03', identifiers: { mrn: '17' } },
      tags: ['follow-up'],
      specialist_ids: [owner.principal_id, owner.principal_id],
    });
    expect(view.record).toEqual({
      legal_name: 'Anna Ek',
      display_name: 'Anna Ek',
      identifiers: { mrn: '17' },
      external_id: null,
      birth_date: '1980-02-03T00:00:00.000Z',
      biological_sex: null,
      gender_identity: null,
      race_identity: null,
      email: null,
      phone: null,
      address: null,
      internal_notes: null,
      custom_attributes: null,
    });
    expect(view.summary).toEqual({
      display_name: 'Anna Ek',
      legal_name: 'Anna Ek',
      birth_date: '1980-02-03T00:00:00.000Z',
      biological_sex: null,
      identifiers: { mrn: '17' },
      external_id: null,
      tags: ['follow-up'],
    });
    expect(view.index).toMatchObject({
      workspace_id: workspaceId,
      resource: 'patients',
      security_group_id: group,
      encrypted_keys: { group_key_generation: 1 },
      streams: { data: { version_id: view.version_id } },
      meta: { seq: 1, specialist_ids: [owner.principal_id], has_draft: false },
      created_at: '2026-03-01T10:00:00.000Z',
      created_by: owner.principal_id,
      updated_at: '2026-03-01T10:00:00.000Z',
      updated_by: null,
      is_archived: false,
      is_deleted: false,
    });
    expect(view.index.meta).not.toHaveProperty('patient_id');
    expect(view.draft_rev).toBeNull();
    const opened = await documents.get(owner, 'patients', view.index.document_id);
    expect(opened).toEqual(view);
  });

  test('birth_date is cut to the precision of the settings before it is sealed', async () => {
    const { documents, owner, group, settings } = createFixture();
    settings.time_precision = 'year';
    const view = await documents.create(owner, 'patients', {
      security_group_id: group,
      record: { legal_name: 'Anna Ek', birth_date: '1980-02-03T23:00:00+02:00' },
    });
    expect(view.record.birth_date).toBe('1980-01-01T00:00:00.000Z');
    expect(view.summary.birth_date).toBe('1980-01-01T00:00:00.000Z');
  });

  test.each([
    ['no name at all', {}],
    ['an empty name', { legal_name: '', display_name: 'Anna' }],
    ['a blank name', { display_name: '  \t' }],
    ['a birth date without offset', { legal_name: 'A', birth_date: '1980-02-03T10:00:00' }],
    ['an impossible day', { legal_name: 'A', birth_date: '1980-02-30' }],
    ['an empty birth date', { legal_name: 'A', birth_date: '' }],
    ['too large custom attributes', { legal_name: 'A', custom_attributes: { a: 'x'.repeat(65_537) } }],
  ])('%s is refused', async (_what, record) => {
    const { documents, owner, group, db } = createFixture();
    const body = { security_group_id: group, record };
    expect(await codeOf(() => documents.create(owner, 'patients', body))).toBe('invalid_request');
    expect(db.prepare('SELECT count(*) FROM documents').pluck().get()).toBe(0);
  });

  test('only members with the role of an editor and a key may create', async () => {
    const fixture = createFixture();
    const { documents, group, actor } = fixture;
    const body = { security_group_id: group, record: { legal_name: 'Anna Ek' } };
    const create = (who: ReturnType<typeof actor>) => codeOf(() => documents.create(who, 'patients', body));
    expect(await create(actor({ roles: { [group]: 'viewer' } }))).toBe('permission_denied');
    expect(await create(actor({ roles: {} }))).toBe('permission_denied');
    expect(await create(actor({ roles: { [group]: 'editor' }, keyless: [group] }))).toBe(
      'group_key_unavailable',
    );
    expect(await create(actor({ roles: { [group]: 'editor' } }))).toBe('no error');
  });

  test('an exam is linked to a patient of its own group only', async () => {
    const { documents, group, otherGroup, actor } = createFixture();
    const both = actor({ roles: { [group]: 'editor', [otherGroup]: 'editor' } });
    const patient = await documents.create(both, 'patients', {
      security_group_id: group,
      record: { legal_name: 'Anna Ek' },
    });
    const exam = (security_group_id: SecurityGroupId, patient_id: DocumentId | null) =>
      documents.create(both, 'exams', { security_group_id, record: { title: 'CT chest' }, patient_id });
    const linked = await exam(group, patient.index.document_id);
    expect(linked.index.meta.patient_id).toBe(patient.index.document_id);
    expect(linked.summary.patient_name).toBe('Anna Ek');
    expect((await exam(group, null)).index.meta.patient_id).toBeNull();
    expect(await codeOf(() => exam(otherGroup, patient.index.document_id))).toBe('invalid_request');
    expect(await codeOf(() => exam(group, newId()))).toBe('invalid_request');
    expect(await codeOf(() => exam(group, linked.index.document_id))).toBe('invalid_request');
  });

  onSqlite('test/server/on-postgres.peer.test.ts looks through the files of PostgreSQL')(
    'a source id is found again by its tag and stands nowhere in clear',
    async () => {
      const { documents, owner, group, dataDir, commits } = createFixture();
      const source_id = 'http://hospital.example/Patient/8812';
      const view = await documents.create(owner, 'patients', {
        security_group_id: group,
        record: { legal_name: 'Anna Ek' },
        source_id,
      });
      expect(view.index.meta.source_tag).toMatch(/^[\w-]{43}$/);
      const { items } = await documents.list(owner, 'patients', { source_id });
      expect(items.map(({ index }) => index.document_id)).toEqual([view.index.document_id]);
      expect((await documents.list(owner, 'patients', { source_id: 'other' })).items).toEqual([]);
      commits.checkpoint();
      const bytes = readFileSync(join(dataDir, 'vault.db'));
      expect(bytes.includes('hospital.example')).toBe(false);
      expect(bytes.includes('Anna Ek')).toBe(false);
    },
  );

  test('what is asked to commit with the document does so, and undoes it when it fails', async () => {
    const { documents, owner, group, db } = createFixture();
    const body = { security_group_id: group, record: { legal_name: 'Anna Ek' } };
    let markedId = '';
    const view = await documents.create(owner, 'patients', body, {
      withinTransaction: (id) => {
        markedId = id;
      },
    });
    expect(markedId).toBe(view.index.document_id);
    const failing = documents.create(owner, 'patients', body, {
      withinTransaction: () => {
        throw new RangeError('mark refused');
      },
    });
    await expect(failing).rejects.toThrow('mark refused');
    expect(db.prepare('SELECT count(*) FROM documents').pluck().get()).toBe(1);
  });
});
