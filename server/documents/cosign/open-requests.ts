/** Opens the co-signature requests of an exam and computes their present state. */
import type { CosignRequest } from '#contract/documents/cosign-requests.ts';
import type { PrincipalId } from '#contract/ids.ts';
import { CryptoError } from '#crypto/crypto-error.ts';
import type { DocumentsCore } from '#server/documents/documents-dependencies.ts';
import { assertCosign, openCosign } from '#server/documents/sealing/cosign-seal.ts';
import { documentDek } from '#server/documents/sealing/document-dek.ts';
import { assertSignatures } from '#server/documents/sealing/signature-seal.ts';
import { type OpenedSignature, openSignatures } from '#server/documents/signatures/list-signatures.ts';
import type { Actor } from '#server/identity/actor/actor.ts';
import type { CosignRow } from '#server/storage/documents/cosign-store.ts';
import type { DocumentRow } from '#server/storage/documents/document-row.ts';
import { type CosignEntry, type RequestState, requestStates } from './request-states.ts';

export interface OpenedRequests {
  readonly stored: readonly CosignRow[];
  readonly entries: readonly CosignEntry[];
  readonly signatures: readonly OpenedSignature[];
  /** States of the requests in the order they were made. */
  readonly states: readonly RequestState[];
}

/** Reports damage as a finding. @throws CryptoError when an entry or a signature is missing, added or changed. */
export function openRequests(core: DocumentsCore, actor: Actor, row: DocumentRow): OpenedRequests {
  try {
    const stored = core.cosign.list(row.document_id);
    assertCosign(row, stored);
    const dek = documentDek(core.workspaceId(), actor.keyRing, row);
    const entries = stored.map((entry) => ({
      entry_id: entry.entry_id,
      content: openCosign(dek, core.workspaceId(), row, entry),
    }));
    const signed = core.signatures.list(row.document_id);
    assertSignatures(row, signed);
    const signatures = openSignatures(core, actor, row, signed);
    return { stored, entries, signatures, states: requestStates(entries, statementsOf(signatures), row.seq) };
  } catch (error) {
    if (error instanceof CryptoError) core.findings.report('document_damaged', row.document_id);
    throw error;
  }
}

export function statementsOf(signatures: readonly OpenedSignature[]) {
  return signatures.map(({ content }) => content.statement);
}

export function toRequest(
  core: Pick<DocumentsCore, 'displayNameOf'>,
  { request_id, asked, state, ended }: RequestState,
): CosignRequest {
  const author = (id: PrincipalId) => ({ principal_id: id, display_name: core.displayNameOf(id) });
  const { version_id, seq, principal_id, by, at } = asked;
  return {
    ...{ request_id, version_id, seq, state },
    asked: author(principal_id),
    asked_by: author(by),
    asked_at: at,
    ended_at: ended?.at ?? null,
    ended_by: ended === null ? null : author(ended.by),
  };
}
