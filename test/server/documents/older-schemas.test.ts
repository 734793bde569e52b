/** Tests that records, drafts and summaries sealed before a field existed return it as null. */
import { describe, expect, test } from 'vitest';
import { ExamRecordSchema, PatientRecordSchema } from '#contract/documents/records.ts';
import type { DocumentId, PrincipalId, SecurityGroupId, VersionId, WorkspaceId } from '#contract/ids.ts';
import { generateDek } from '#crypto/keys/key-types.ts';
import { draftContext, indexContext, versionContext } from '#crypto/sealing/context.ts';
import { sealPacked } from '#crypto/sealing/envelope.ts';
import { sealJson } from '#crypto/sealing/sealed-json.ts';
import { sha256 } from '#crypto/sha256.ts';
import { openDraft } from '#server/documents/sealing/draft-seal.ts';
import { openIndex } from '#server/documents/sealing/summary-seal.ts';
import { openVersion } from '#server/documents/sealing/version-seal.ts';
import { idOf } from '#test/support/ids.ts';

const dek = generateDek();
const workspace_id: WorkspaceId = idOf('w');
const security_group_id: SecurityGroupId = idOf('g');
const document_id: DocumentId = idOf('d');
const version_id: VersionId = idOf('v');
const author: PrincipalId = idOf('p');
const group = { workspace_id, security_group_id };
const created = { created_by: author, created_at: '2026-01-02T03:04:05.678Z' };
const schemas = [1, 2] as const;

function seal(schema: 1 | 2, content: unknown, context: Parameters<typeof sealPacked>[2]): Uint8Array {
  if (schema === 1) return sealPacked(dek, Buffer.from(JSON.stringify(content)), context, 64);
  return sealJson(dek, { schema, content }, context, 64);
}

describe.each(schemas)('sealed with schema %i', (schema) => {
  test('a version has every field of its resource', () => {
    const identity = { document_id, version_id, seq: 1, ...created };
    const scope = { ...group, resource: 'exams' } as const;
    const first = { prev_version_id: null, prev_envelope_sha256: null };
    const context = versionContext({ ...scope, ...identity, ...first });
    const sealed = seal(schema, { record: { title: 'CT head' }, tags: ['urgent'] }, context);
    const opened = openVersion(dek, scope, { ...identity, sealed, sha256: sha256(sealed) }, undefined);
    expect(opened).toMatchObject({ record: { title: 'CT head', modality: null }, tags: ['urgent'] });
    expect(Object.keys(opened.record).sort()).toEqual(Object.keys(ExamRecordSchema.properties).sort());
  });

  test('a draft has every field of its resource', () => {
    const header = { document_id, base_version_id: null, draft_rev: 3 };
    const clear = { author, updated_at: created.created_at, discarded_at: null };
    const context = draftContext({ ...group, ...header, draft_rev: '3' });
    const content = { record: { legal_name: 'Ada' }, author: clear.author, updated_at: clear.updated_at };
    const draft = { ...header, ...clear, sealed: seal(schema, content, context) };
    const record = openDraft(dek, { ...group, resource: 'patients' }, draft);
    expect(record).toMatchObject({ legal_name: 'Ada', display_name: '', phone: null, identifiers: null });
    expect(Object.keys(record).sort()).toEqual(Object.keys(PatientRecordSchema.properties).sort());
  });

  test('a summary has every field of its resource', () => {
    const row = { ...group, document_id, head_version_id: version_id };
    const content = { summary: { title: 'CT head', tags: ['urgent'] }, source_id: null };
    const encrypted_index = seal(schema, content, indexContext(row));
    expect(openIndex('exams', dek, workspace_id, { ...row, encrypted_index })).toMatchObject({
      summary: { title: 'CT head', modality: null, exam_date: null, report_status: null, tags: ['urgent'] },
      source_id: null,
    });
  });
});
