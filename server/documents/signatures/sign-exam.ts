/**
 * Signs a version of an exam: a statement of its identity and content, with both keys of the session's own principal.
 * So a script can sign only as itself.
 * Source: sealing design B12; choices, second part, "Exchange".
 */
import type { ExamSignature, SignatureStatement, SignBody } from '#contract/documents/signatures.ts';
import { VaultError } from '#contract/errors/vault-error.ts';
import type { DocumentId, VersionId } from '#contract/ids.ts';
import { encodeHex } from '#crypto/bytes.ts';
import { encodeStatement, SIGNATURE_LABEL } from '#crypto/proof/signature-statement.ts';
import { openRequests, statementsOf } from '#server/documents/cosign/open-requests.ts';
import { countOpen, requestStates } from '#server/documents/cosign/request-states.ts';
import type { DocumentsCore } from '#server/documents/documents-dependencies.ts';
import { bindLetter } from '#server/documents/letter/bind-letter.ts';
import { requireDocument, requireWritable } from '#server/documents/reads/find-document.ts';
import { openChained } from '#server/documents/reads/get-document.ts';
import { documentDek } from '#server/documents/sealing/document-dek.ts';
import {
  assertSignatures,
  type SignatureContent,
  sealSignature,
  signaturesDigest,
} from '#server/documents/sealing/signature-seal.ts';
import { changedRow, commitChange, updatedColumns } from '#server/documents/writes/change-document-row.ts';
import { publishCosignChange } from '#server/documents/writes/publish-change.ts';
import type { Actor } from '#server/identity/actor/actor.ts';
import type { DocumentRow } from '#server/storage/documents/document-row.ts';
import type { SignatureRow } from '#server/storage/documents/signature-store.ts';
import { nowInstant } from '#server/system/clock.ts';
import { openSignatures, toSignature } from './list-signatures.ts';
import { recordSha256 } from './record-hash.ts';
import { subjectOf } from './report-patient.ts';

/**
 * Idempotent: the same statement (version, signer, intent) returns the existing signature.
 * @throws not_found for a version of another document; document_deleted in the trash; permission_denied to viewers.
 */
export async function signExam(
  core: DocumentsCore,
  actor: Actor,
  exam_id: DocumentId,
  { version_id, intent }: SignBody,
): Promise<ExamSignature> {
  const name = { resource: 'exams', document_id: exam_id } as const;
  const row = requireDocument(core, actor, name, 'editor');
  requireWritable(core, row);
  const chained = core.versions.findById(exam_id, version_id);
  if (chained === undefined)
    throw new VaultError('not_found', 'This version does not exist. List the versions of the document.');
  const { record } = openChained(core, actor, 'exams', row, chained);
  const subject = subjectOf(core, actor, row);
  const files_sha256 = await core.reports.fileHashes(actor.principal_id, { record, patient: subject });
  const { version } = chained;
  const letter = await bindLetter(core, actor, row, version.created_by);

  return commitChange(core, actor, {
    name,
    role: 'editor',
    prepare: (current) => {
      requireWritable(core, current);
      const stored = core.signatures.list(exam_id);
      assertSignatures(current, stored);
      const standing = openSignatures(core, actor, current, stored).find(
        ({ content: { statement } }) =>
          statement.version_id === version_id &&
          statement.principal_id === actor.principal_id &&
          statement.intent === intent,
      );
      if (standing !== undefined) {
        return { next: null, result: () => toSignature(core, actor, current, standing) };
      }
      const signer = core.signing.signerOf(actor);
      const { sign, ...named } = signer;
      const statement: SignatureStatement = {
        ...named,
        workspace_id: core.workspaceId(),
        security_group_id: current.security_group_id,
        document_id: exam_id,
        version_id,
        seq: version.seq,
        version_sha256: encodeHex(version.sha256),
        record_sha256: recordSha256(record),
        files_sha256,
        principal_id: actor.principal_id,
        intent,
        signed_at: nowInstant(core.clock),
      };
      const content = { statement, ...sign(SIGNATURE_LABEL, encodeStatement(statement)), subject, letter };
      return preparedSignature(core, actor, current, stored, content);
    },
  });
}

function preparedSignature(
  core: DocumentsCore,
  actor: Actor,
  current: DocumentRow,
  stored: readonly SignatureRow[],
  content: SignatureContent,
) {
  const { document_id } = current;
  const signature_id = core.newId<VersionId>();
  const dek = documentDek(core.workspaceId(), actor.keyRing, current);
  const sealed = sealSignature(dek, core.workspaceId(), current, signature_id, content);
  const made: SignatureRow = { document_id, number: stored.length + 1, signature_id, sealed };
  const cosign_open = openAfter(core, actor, current, content);
  const isMet = cosign_open !== current.cosign_open;
  return {
    next: changedRow(actor, current, {
      signatures_sha256: signaturesDigest([...stored, made]),
      cosign_open,
      ...updatedColumns(core, actor),
    }),
    persist: () => {
      core.signatures.insert(made);
      if (!isMet) return;
      core.documents.updateCosignOpen(document_id, cosign_open);
      publishCosignChange(core, actor, current, 'updated');
    },
    result: (row: DocumentRow) => toSignature(core, actor, row, { signature_id, content }),
  };
}

/** Number of co-signature requests still open after this signature: it fulfils its own and supersedes older ones. */
function openAfter(
  core: DocumentsCore,
  actor: Actor,
  current: DocumentRow,
  { statement }: SignatureContent,
): number | null {
  if (current.cosign_open === null || statement.intent !== 'co_signed') return current.cosign_open;
  const { entries, signatures } = openRequests(core, actor, current);
  return countOpen(requestStates(entries, [...statementsOf(signatures), statement], current.seq));
}
