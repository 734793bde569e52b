/**
 * Seals a personal signature under its document's DEK, and computes the digest of all signatures that the row MAC
 * covers. Source: sealing design B12.
 */

import type { ExamSignature, SignatureFile } from '#contract/documents/signatures.ts';
import type { BoundLetter } from '#contract/exchange/letter.ts';
import type { WorkspaceId } from '#contract/ids.ts';
import type { Dek } from '#crypto/keys/key-types.ts';
import { signatureContext } from '#crypto/sealing/context.ts';
import { openJson, sealJson } from '#crypto/sealing/sealed-json.ts';
import type { DocumentRow } from '#server/storage/documents/document-row.ts';
import type { SignatureRow } from '#server/storage/documents/signature-store.ts';
import { assertDigestMatches, entriesDigest } from './entries-digest.ts';

const SCHEMA = 2;
const PAD_BYTES = 256;

/** The sealed part of a signature. Membership records are left out, because the membership list has them. */
export interface SignatureContent extends Omit<SignatureFile, 'format' | 'membership'> {
  readonly subject: ExamSignature['subject'];
  /** Absent in signatures made before letters had letterheads. */
  readonly letter?: BoundLetter;
}

type Place = Pick<DocumentRow, 'document_id' | 'security_group_id'>;

function contextOf(workspaceId: WorkspaceId, { document_id, security_group_id }: Place, id: string) {
  return signatureContext({ workspace_id: workspaceId, security_group_id, document_id, object_id: id });
}

export function sealSignature(
  dek: Dek,
  workspaceId: WorkspaceId,
  place: Place,
  signatureId: string,
  content: SignatureContent,
): Uint8Array {
  return sealJson(dek, { schema: SCHEMA, content }, contextOf(workspaceId, place, signatureId), PAD_BYTES);
}

/** Opens a signature. @throws CryptoError unless it was sealed for this document. */
export function openSignature(
  dek: Dek,
  workspaceId: WorkspaceId,
  place: Place,
  { signature_id, sealed }: SignatureRow,
): SignatureContent {
  const context = contextOf(workspaceId, place, signature_id);
  return openJson<SignatureContent>(dek, sealed, context, SCHEMA).content;
}

/** Digest of all signatures, 32 bytes; null for none. */
export function signaturesDigest(rows: readonly SignatureRow[]): Uint8Array | null {
  return entriesDigest(rows.map(({ number, signature_id: id, sealed }) => ({ number, id, sealed })));
}

/** Verifies the digest of all signatures. @throws CryptoError when one is missing, added or changed. */
export function assertSignatures(
  row: Pick<DocumentRow, 'signatures_sha256'>,
  rows: readonly SignatureRow[],
): void {
  assertDigestMatches(signaturesDigest(rows), row.signatures_sha256);
}
