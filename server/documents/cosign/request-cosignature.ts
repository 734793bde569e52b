/**
 * Requests a colleague's co-signature of the newest version of a signed report, and withdraws the request. Neither
 * changes the report or its status. Source: visual design 13, "Signatures and verification".
 */
import type { CosignBody, CosignRequest } from '#contract/documents/cosign-requests.ts';
import { VaultError } from '#contract/errors/vault-error.ts';
import type { CosignRequestId, DocumentId, VersionId } from '#contract/ids.ts';
import { isSigned, reportStatus } from '#records/reports/report-status.ts';
import type { DocumentsCore } from '#server/documents/documents-dependencies.ts';
import { requireExpectedVersion, requireWritable } from '#server/documents/reads/find-document.ts';
import { openHead } from '#server/documents/reads/get-document.ts';
import { type CosignContent, cosignDigest, sealCosign } from '#server/documents/sealing/cosign-seal.ts';
import { documentDek } from '#server/documents/sealing/document-dek.ts';
import {
  changedRow,
  commitChange,
  type PreparedChange,
} from '#server/documents/writes/change-document-row.ts';
import { publishCosignChange } from '#server/documents/writes/publish-change.ts';
import { type Actor, requireRoleForObject } from '#server/identity/actor/actor.ts';
import type { DocumentRow } from '#server/storage/documents/document-row.ts';
import { nowInstant } from '#server/system/clock.ts';
import { type OpenedRequests, openRequests, statementsOf, toRequest } from './open-requests.ts';
import { countOpen, type RequestState, requestStates } from './request-states.ts';

/**
 * Returns the open request when the same colleague is asked again for the same version.
 * @throws version_conflict unless it is the newest version; invalid_request for a report that is not signed, and for
 * a colleague who cannot co-sign it or has signed it; document_deleted in the trash; permission_denied to viewers.
 */
export async function requestCosignature(
  core: DocumentsCore,
  actor: Actor,
  exam_id: DocumentId,
  { version_id, principal_id }: CosignBody,
): Promise<CosignRequest> {
  return commitChange(core, actor, {
    name: { resource: 'exams', document_id: exam_id },
    role: 'editor',
    prepare: (row) => {
      requireWritable(core, row);
      requireVersion(core, row, version_id);
      const { record } = openHead(core, actor, 'exams', row);
      if (!isSigned(reportStatus(record.custom_attributes)))
        throw new VaultError('invalid_request', 'Only a signed report can be co-signed. Sign it first.');
      const opened = openRequests(core, actor, row);
      const standing = opened.states.find(
        ({ asked, state }) => state === 'awaited' && asked.principal_id === principal_id,
      );
      if (standing !== undefined) return { next: null, result: () => toRequest(core, standing) };
      if (principal_id === actor.principal_id)
        throw new VaultError(
          'invalid_request',
          'Ask another person: your own co-signature needs no request.',
        );
      if (!core.signing.canBeAsked(row.security_group_id, principal_id))
        throw new VaultError(
          'invalid_request',
          'principal_id: this person cannot edit in this group. Ask another one.',
        );
      const hasSigned = statementsOf(opened.signatures).some(
        (statement) => statement.version_id === version_id && statement.principal_id === principal_id,
      );
      if (hasSigned) throw new VaultError('invalid_request', 'This person has already signed this version.');
      const request_id = core.newId<CosignRequestId>();
      const at = nowInstant(core.clock);
      const content = {
        what: 'asked',
        version_id,
        seq: row.seq,
        principal_id,
        by: actor.principal_id,
        at,
      } as const;
      return preparedEntry(core, actor, row, opened, { entry_id: request_id, content }, request_id);
    },
  });
}

/**
 * Idempotent: a withdrawn request is returned unchanged.
 * @throws not_found for a request of another exam; permission_denied unless the caller made the request or owns the
 * group; invalid_request when the colleague has signed; document_deleted in the trash.
 */
export async function withdrawCosignRequest(
  core: DocumentsCore,
  actor: Actor,
  exam_id: DocumentId,
  request_id: CosignRequestId,
): Promise<CosignRequest> {
  return commitChange(core, actor, {
    name: { resource: 'exams', document_id: exam_id },
    role: 'editor',
    prepare: (row) => {
      requireWritable(core, row);
      const opened = openRequests(core, actor, row);
      const request = requireRequest(opened.states, request_id);
      if (request.asked.by !== actor.principal_id)
        requireRoleForObject(actor, row.security_group_id, 'owner');
      if (request.state === 'taken_back') return { next: null, result: () => toRequest(core, request) };
      if (request.state === 'co_signed')
        throw new VaultError(
          'invalid_request',
          'The co-signature was already made, so the request cannot be withdrawn.',
        );
      const entry_id = core.newId<CosignRequestId>();
      const content = {
        ...({ what: 'taken_back', request_id, by: actor.principal_id } as const),
        at: nowInstant(core.clock),
      };
      return preparedEntry(core, actor, row, opened, { entry_id, content }, request_id);
    },
  });
}

function requireVersion(core: DocumentsCore, row: DocumentRow, versionId: VersionId): void {
  if (versionId === row.head_version_id) return;
  if (core.versions.findById(row.document_id, versionId) === undefined)
    throw new VaultError('not_found', 'This version does not exist. List the versions of the document.');
  requireExpectedVersion(row, versionId);
}

function requireRequest(states: readonly RequestState[], requestId: CosignRequestId): RequestState {
  const found = states.find(({ request_id }) => request_id === requestId);
  if (found === undefined)
    throw new VaultError('not_found', 'This request does not exist. List the requests of the exam.');
  return found;
}

interface NewEntry {
  readonly entry_id: CosignRequestId;
  readonly content: CosignContent;
}

function preparedEntry(
  core: DocumentsCore,
  actor: Actor,
  row: DocumentRow,
  { stored, entries, signatures }: OpenedRequests,
  entry: NewEntry,
  requestId: CosignRequestId,
): PreparedChange<CosignRequest> {
  const { document_id } = row;
  const { entry_id, content } = entry;
  const dek = documentDek(core.workspaceId(), actor.keyRing, row);
  const sealed = sealCosign(dek, core.workspaceId(), row, entry_id, content);
  const made = { document_id, number: stored.length + 1, entry_id, sealed };
  const states = requestStates([...entries, entry], statementsOf(signatures), row.seq);
  const cosign_open = countOpen(states);
  return {
    // Keeps `updated_by`, because the record is unchanged and the exam must not move up in lists.
    next: changedRow(actor, row, { cosign_sha256: cosignDigest([...stored, made]), cosign_open }),
    persist: () => {
      core.documents.updateCosignOpen(document_id, cosign_open);
      core.cosign.insert(made);
      publishCosignChange(core, actor, row, content.what === 'asked' ? 'created' : 'updated');
    },
    result: () => toRequest(core, requireRequest(states, requestId)),
  };
}
