/** Checks that a response written from sealed text equals the one written from the view, byte for byte. */
import { describe, expect, test } from 'vitest';
import type { GetQuery } from '#contract/documents/requests.ts';
import type { DocumentId, PrincipalId, SecurityGroupId, VersionId, WorkspaceId } from '#contract/ids.ts';
import { generateDek } from '#crypto/keys/key-types.ts';
import { versionContext } from '#crypto/sealing/context.ts';
import { prepareOpenPacked } from '#crypto/sealing/envelope.ts';
import { sealJson } from '#crypto/sealing/sealed-json.ts';
import { openVersionWith, sealedRecordJson, sealVersion } from '#server/documents/sealing/version-seal.ts';
import { idOf } from '#test/support/ids.ts';
import { createFixture, type Fixture } from './documents-fixture.ts';

const RECORDS: [what: string, record: Record<string, unknown>, tags: string[]][] = [
  ['a name alone', { legal_name: 'Anna Ek' }, []],
  [
    'letters of several bytes',
    { legal_name: 'Łukasz 李', internal_notes: 'Zoë 🫀 "quoted" \\ \u0000\u2028' },
    [],
  ],
  ['tags', { legal_name: 'Bo' }, ['urgent', 'Nächste Woche']],
  ['a text like what stands behind the record', { legal_name: ',"tags":[]}]' }, [',"tags":[]}]']],
  ['attributes', { legal_name: 'Cy', custom_attributes: { tags: [1, { tags: [] }], a: null } }, ['x']],
];

async function answered(
  { documents, owner }: Fixture,
  resource: 'patients' | 'exams',
  id: DocumentId,
  query: GetQuery = {},
) {
  const view = await documents.get(owner, resource, id, query);
  const written = await documents.answer(owner, resource, id, query);
  return { text: written.bytes.toString('utf8'), expected: JSON.stringify(view), view };
}

describe('the answer of a document', () => {
  test.each(RECORDS)('with %s', async (_what, record, tags) => {
    const fixture = createFixture();
    const { documents, owner, group } = fixture;
    const body = { security_group_id: group, record, tags };
    const { index } = await documents.create(owner, 'patients', body);
    for (const _ of ['first', 'once more']) {
      const { text, expected, view } = await answered(fixture, 'patients', index.document_id);
      expect(text).toBe(expected);
      expect(view.record).toMatchObject(record);
    }
  });

  test.each(RECORDS)('to a save is the one to a read behind it, with %s', async (_what, record, tags) => {
    const fixture = createFixture();
    const { documents, owner, group } = fixture;
    const body = { security_group_id: group, record: { legal_name: 'before' } };
    const { index } = await documents.create(owner, 'patients', body);
    const saved = await documents.update(owner, 'patients', index.document_id, { record, tags });
    const { expected } = await answered(fixture, 'patients', index.document_id);
    expect(JSON.stringify(saved)).toBe(expected);
  });

  test('follows every change of the row, of its version and of the one who changed it', async () => {
    const fixture = createFixture();
    const { documents, owner, group } = fixture;
    const created = await documents.create(owner, 'patients', {
      security_group_id: group,
      record: { legal_name: 'Anna' },
    });
    const id = created.index.document_id;
    const seen: string[] = [];
    const look = async (query: GetQuery = {}) => {
      const { text, expected } = await answered(fixture, 'patients', id, query);
      expect(text).toBe(expected);
      expect(seen).not.toContain(text);
      seen.push(text);
    };
    await look();
    await documents.update(owner, 'patients', id, { record: { legal_name: 'Anna Ek' } });
    await look();
    fixture.rename(owner.principal_id, 'Dr. Ada Berg');
    await look();
    const { version_id } = created;
    if (version_id !== null) await look({ version_id });
    const { version_id: base_version_id } = await documents.get(owner, 'patients', id);
    await documents.putDraft(owner, 'patients', id, {
      record: { legal_name: 'Anna Draft' },
      base_version_id,
    });
    await look();
    await look({ include_draft: true });
    await documents.archive(owner, 'patients', id, {});
    await look();
    await fixture.reopen();
    const { text, expected } = await answered(fixture, 'patients', id);
    expect(text).toBe(expected);
    expect(text).toBe(seen.at(-1));
  });

  test('names the patient of an exam as it is named now', async () => {
    const fixture = createFixture();
    const { documents, owner, group } = fixture;
    const patient = await documents.create(owner, 'patients', {
      security_group_id: group,
      record: { legal_name: 'Anna' },
    });
    const exam = await documents.create(owner, 'exams', {
      security_group_id: group,
      record: { title: 'CT head', exam_date: '2026-02-03' },
      patient_id: patient.index.document_id,
    });
    for (const legal_name of ['Anna', 'Anna Ek']) {
      const record = { legal_name, display_name: legal_name };
      await documents.update(owner, 'patients', patient.index.document_id, { record });
      const { text, expected, view } = await answered(fixture, 'exams', exam.index.document_id);
      expect(text).toBe(expected);
      expect(view.summary).toMatchObject({ patient_name: legal_name });
    }
  });
});

describe('the JSON of a record within what was sealed', () => {
  const dek = generateDek();
  const workspace_id: WorkspaceId = idOf('w');
  const security_group_id: SecurityGroupId = idOf('g');
  const document_id: DocumentId = idOf('d');
  const version_id: VersionId = idOf('v');
  const created_by: PrincipalId = idOf('p');
  const scope = { workspace_id, security_group_id, resource: 'templates' } as const;
  const identity = { document_id, version_id, seq: 1, created_by, created_at: '2026-01-02T03:04:05.678Z' };
  const context = versionContext({
    ...scope,
    ...identity,
    prev_version_id: null,
    prev_envelope_sha256: null,
  });
  const record = {
    title: 'Chest',
    modality: null,
    report_lexical: null,
    report_html: null,
    custom_attributes: null,
  };
  const open = (sealed: Uint8Array) =>
    openVersionWith(prepareOpenPacked(dek, sealed, context), scope.resource);
  const jsonOf = (content: unknown) => {
    const bytes = sealedRecordJson(open(sealJson(dek, { schema: 2, content }, context, 64)));
    return bytes && Buffer.from(bytes).toString('utf8');
  };

  test('stands there as it would be written', () => {
    expect(jsonOf({ record, tags: ['a'] })).toBe(JSON.stringify(record));
    const given = { tags: ['a'], record } as const;
    const { version, opened } = sealVersion(dek, scope, identity, undefined, given);
    expect(open(version.sealed)).toEqual(opened);
    const bytes = sealedRecordJson(opened);
    expect(bytes && Buffer.from(bytes).toString('utf8')).toBe(JSON.stringify(record));
  });

  const { custom_attributes: _, ...lacking } = record;
  test.each([
    ['a field is missing', { record: lacking, tags: [] }],
    ['one is not of the contract', { record: { ...record, pacs: 1 }, tags: [] }],
    ['they stand in another order', { record: { custom_attributes: null, ...lacking }, tags: [] }],
    ['something stands before it', { tags: [], record }],
    ['something stands behind its tags', { record, tags: [], more: [] }],
  ])('is written anew where %s', (_what, content) => {
    expect(jsonOf(content)).toBeUndefined();
  });
});
