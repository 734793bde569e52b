/** Lists the signatures of an exam, each verified against the present membership list. Source: sealing design B12. */
import {
  type ExamSignature,
  SIGNATURE_FILE_FORMAT,
  type SignatureFile,
} from '#contract/documents/signatures.ts';
import type { DocumentId } from '#contract/ids.ts';
import { encodeHex } from '#crypto/bytes.ts';
import { CryptoError } from '#crypto/crypto-error.ts';
import { checkSignature } from '#crypto/proof/check-signature.ts';
import type { ProvenSigner } from '#crypto/proof/membership-path.ts';
import { parseSignatureFile, signatureFileText } from '#crypto/proof/signature-file.ts';
import type { DocumentsCore } from '#server/documents/documents-dependencies.ts';
import { requireDocument } from '#server/documents/reads/find-document.ts';
import { openChained } from '#server/documents/reads/get-document.ts';
import { documentDek } from '#server/documents/sealing/document-dek.ts';
import {
  assertSignatures,
  openSignature,
  type SignatureContent,
} from '#server/documents/sealing/signature-seal.ts';
import type { Actor } from '#server/identity/actor/actor.ts';
import type { DocumentRow } from '#server/storage/documents/document-row.ts';
import type { SignatureRow } from '#server/storage/documents/signature-store.ts';
import { recordSha256 } from './record-hash.ts';
import { type SameVersions, sameVersions } from './versions-with-signed-text.ts';

export interface OpenedSignature {
  readonly signature_id: SignatureRow['signature_id'];
  readonly content: SignatureContent;
}

/** Newest first. @throws CryptoError when one is missing, added or changed. */
export function listSignatures(
  core: DocumentsCore,
  actor: Actor,
  exam_id: DocumentId,
): { items: ExamSignature[] } {
  const row = requireDocument(core, actor, { resource: 'exams', document_id: exam_id }, 'viewer');
  const stored = core.signatures.list(exam_id);
  try {
    assertSignatures(row, stored);
  } catch (error) {
    if (error instanceof CryptoError) core.findings.report('document_damaged', exam_id);
    throw error;
  }
  const opened = openSignatures(core, actor, row, stored);
  const same = sameVersions(core, actor, row);
  return { items: opened.reverse().map((signature) => toSignature(core, actor, row, signature, same)) };
}

export function openSignatures(
  core: DocumentsCore,
  actor: Actor,
  row: DocumentRow,
  stored: readonly SignatureRow[],
): OpenedSignature[] {
  const dek = documentDek(core.workspaceId(), actor.keyRing, row);
  return stored.map((signature) => ({
    signature_id: signature.signature_id,
    content: openSignature(dek, core.workspaceId(), row, signature),
  }));
}

export function toSignature(
  core: DocumentsCore,
  actor: Actor,
  row: DocumentRow,
  { signature_id, content }: OpenedSignature,
  same: SameVersions = sameVersions(core, actor, row),
): ExamSignature {
  const { subject, letter = null, ...signed } = content;
  const { statement } = signed;
  const file: SignatureFile = {
    format: SIGNATURE_FILE_FORMAT,
    ...signed,
    membership: core.signing.pathOf(statement),
  };
  const { proven, ...checks } = checkSignature(parseSignatureFile(signatureFileText(file)));
  const { version_id, seq, intent, signed_at, principal_id, signer_name } = statement;
  return {
    ...{ signature_id, version_id, seq, intent, signed_at },
    signed_by: { principal_id, display_name: signer_name },
    signer: proven && checks.membership ? signerOf(core, proven) : null,
    checks: { text: isText(core, actor, row, content), ...checks },
    same_versions: same(statement),
    subject,
    letter,
    file,
  };
}

function signerOf(core: DocumentsCore, { kind, enrolled_by }: ProvenSigner): ExamSignature['signer'] {
  const { principal_id } = enrolled_by;
  return { kind, issued_by: { principal_id, display_name: core.displayNameOf(principal_id) } };
}

/** True when the version's content is still the signed one. */
function isText(
  core: DocumentsCore,
  actor: Actor,
  row: DocumentRow,
  { statement }: SignatureContent,
): boolean {
  const chained = core.versions.findById(row.document_id, statement.version_id);
  if (chained === undefined || encodeHex(chained.version.sha256) !== statement.version_sha256) return false;
  return recordSha256(openChained(core, actor, 'exams', row, chained).record) === statement.record_sha256;
}
