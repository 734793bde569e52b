/** Creates a document: its DEK, its first version, its row. Source: choices, "Documents" (`POST`). */

import type { Resource } from '#contract/documents/document-index.ts';
import type { CreateBody } from '#contract/documents/requests.ts';
import type { DocumentView } from '#contract/documents/views.ts';
import { VaultError } from '#contract/errors/vault-error.ts';
import type { DocumentId, SecurityGroupId, VersionId } from '#contract/ids.ts';
import { utf8 } from '#crypto/bytes.ts';
import { hmac } from '#crypto/keys/group-subkeys.ts';
import { type Dek, generateDek } from '#crypto/keys/key-types.ts';
import { normaliseRecord } from '#records/normalise-record.ts';
import type { DocumentsCore } from '#server/documents/documents-dependencies.ts';
import { toView } from '#server/documents/reads/document-view.ts';
import { headColumns, type SealedContent, sealContent } from '#server/documents/sealing/content-seal.ts';
import { wrapDocumentDek } from '#server/documents/sealing/document-dek.ts';
import { signRow } from '#server/documents/sealing/document-row-mac.ts';
import { withMarkOfPatient } from '#server/documents/sealing/sample-mark.ts';
import type { VersionContent } from '#server/documents/sealing/version-seal.ts';
import { type Actor, requireRoleInGroup } from '#server/identity/actor/actor.ts';
import type { WriteOptions } from '#server/identity/requests/write-options.ts';
import type { DocumentRow, UnnumberedRow } from '#server/storage/documents/document-row.ts';
import { nowInstant } from '#server/system/clock.ts';
import { requirePatientInGroup } from './check-exam-patient.ts';
import { publishCreated } from './publish-change.ts';

/** Initial content of a new document, its record normalised. */
export interface NewDocument<R extends Resource> {
  readonly resource: R;
  readonly security_group_id: SecurityGroupId;
  readonly content: VersionContent<R>;
  readonly specialist_ids: readonly string[];
  readonly source_id: string | null;
  readonly patient_id: DocumentId | null;
}

/**
 * Creates a document from a request.
 * @throws permission_denied, group_key_unavailable for the group named.
 * @throws invalid_request when record, patient or source id are invalid.
 */
export async function createDocument<R extends Resource>(
  core: DocumentsCore,
  actor: Actor,
  resource: R,
  body: CreateBody<R>,
  options: WriteOptions = {},
): Promise<DocumentView<R>> {
  if (body.source_id?.isWellFormed() === false) {
    throw new VaultError('invalid_request', 'source_id must be well-formed text.');
  }
  const { time_precision } = core.settings();
  const record = await normaliseRecord(resource, body.record, {
    precision: time_precision,
    completeReport: core.reports.of(actor.principal_id),
    isDraft: false,
  });
  requireRoleInGroup(actor, body.security_group_id, 'editor');
  actor.keyRing.currentGroupKey(body.security_group_id);
  const document: NewDocument<R> = {
    resource,
    security_group_id: body.security_group_id,
    content: { record, tags: body.tags ?? [] },
    specialist_ids: [...new Set(body.specialist_ids ?? [])],
    source_id: body.source_id ?? null,
    patient_id: body.patient_id ?? null,
  };
  return insertDocument(core, actor, document, options);
}

/** Seals and commits a new document. */
export async function insertDocument<R extends Resource>(
  core: DocumentsCore,
  actor: Actor,
  document: NewDocument<R>,
  options: WriteOptions,
): Promise<DocumentView<R>> {
  const { resource, security_group_id, patient_id } = document;
  const { keyRing } = actor;
  requirePatientInGroup(core, actor, security_group_id, patient_id);
  const content = {
    ...document.content,
    record: withMarkOfPatient<R>(core, actor, patient_id, document.content.record),
  };
  const dek = generateDek();
  const document_id = core.newId<DocumentId>();
  const created_at = nowInstant(core.clock);
  const identity = {
    document_id,
    seq: 1,
    version_id: core.newId<VersionId>(),
    created_at,
    created_by: actor.principal_id,
  };
  const target = {
    resource,
    security_group_id,
    identity,
    previous: undefined,
    source_id: document.source_id,
  };
  const sealed = sealContent(core, dek, target, content);
  let prepared = signedRow(core, actor, document, dek, sealed);
  const row = await core.commits.write(() => {
    requirePatientInGroup(core, actor, security_group_id, patient_id);
    // A rotation may have run meanwhile; a DEK wrapped under the older key would be lost with that key.
    if (prepared.group_key_generation !== keyRing.currentGroupKey(security_group_id).generation) {
      prepared = signedRow(core, actor, document, dek, sealed);
    }
    const inserted = core.documents.insert(prepared);
    core.versions.insert(sealed.version);
    if ('sample' in sealed.summary) core.samples.insert(document_id);
    core.rows.cacheWritten(inserted, { version: sealed.version, previous: undefined });
    publishCreated(core, inserted);
    options.withinTransaction?.(document_id);
    return inserted;
  });
  keyRing.dek(document_id, row.group_key_generation, row.dek, () => dek);
  core.search.cacheSummary(keyRing, security_group_id, row.head_version_id, sealed.summary);
  return toView(core, actor, row, {
    version_id: row.head_version_id,
    draft_rev: null,
    record: content.record,
    summary: sealed.summary,
  });
}

function signedRow<R extends Resource>(
  core: DocumentsCore,
  actor: Actor,
  document: NewDocument<R>,
  dek: Dek,
  sealed: SealedContent<R>,
): UnnumberedRow {
  const { keyRing } = actor;
  const { security_group_id } = document;
  const { document_id, created_at } = sealed.version;
  const { generation } = keyRing.currentGroupKey(security_group_id);
  const target = { document_id, security_group_id, group_key_generation: generation };
  return signRow(keyRing, {
    ...target,
    resource: document.resource,
    patient_id: document.patient_id,
    specialist_ids: JSON.stringify(document.specialist_ids),
    source_tag:
      document.source_id === null
        ? null
        : sourceTag(actor, security_group_id, generation, document.source_id),
    dek: wrapDocumentDek(core.workspaceId(), keyRing, dek, target),
    ...headColumns(sealed),
    draft_rev: null,
    last_draft_rev: 0,
    signatures_sha256: null,
    cosign_sha256: null,
    cosign_open: null,
    is_archived: 0,
    is_deleted: 0,
    created_at,
    created_by: actor.principal_id,
    updated_at: created_at,
    updated_by: null,
    row_rev: 1,
  });
}

/** HMAC of an import source's id under the group's subkey: identifies the document without revealing the source. */
export function sourceTag(
  { keyRing }: Pick<Actor, 'keyRing'>,
  securityGroupId: DocumentRow['security_group_id'],
  generation: number,
  sourceId: string,
): Uint8Array {
  return hmac(keyRing.subkeys(securityGroupId, generation).sourceMacKey, utf8(sourceId));
}
