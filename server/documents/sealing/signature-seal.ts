/**
 * A personal signature under its document's DEK, and the digest of all of a document's signatures that its row MAC
 * covers. Source: sealing design B12.
 */
import type { ExamSignature, SignatureFile } from '#contract/documents/signatures.ts';
import type { WorkspaceId } from '#contract/ids.ts';
import { equalBytes } from '#crypto/bytes.ts';
import { CryptoError } from '#crypto/crypto-error.ts';
import type { Dek } from '#crypto/keys/keys.ts';
import { signatureContext } from '#crypto/sealing/context.ts';
import { openJson, sealJson } from '#crypto/sealing/sealed-json.ts';
import { sha256 } from '#crypto/sha256.ts';
import { TlvWriter } from '#crypto/tlv.ts';
import type { DocumentRow } from '#server/db/documents/document-row.ts';
import type { SignatureRow } from '#server/db/documents/signature-store.ts';

const SCHEMA = 2;
const PAD_BYTES = 256;
const TAG = { number: 1, signature_id: 2, sealed_sha256: 3 } as const;

/** What is sealed. The membership records are looked up again: the list keeps them. */
export interface SignatureContent extends Omit<SignatureFile, 'format' | 'membership'> {
  readonly subject: ExamSignature['subject'];
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

/** @throws CryptoError unless it is the sealed one, of this document. */
export function openSignature(
  dek: Dek,
  workspaceId: WorkspaceId,
  place: Place,
  { signature_id, sealed }: SignatureRow,
): SignatureContent {
  const context = contextOf(workspaceId, place, signature_id);
  return openJson<SignatureContent>(dek, sealed, context, SCHEMA).content;
}

/** 32 bytes; null of none. */
export function signaturesDigest(rows: readonly SignatureRow[]): Uint8Array | null {
  if (rows.length === 0) return null;
  const writer = new TlvWriter();
  for (const { number, signature_id, sealed } of rows) {
    writer
      .field(TAG.number, number)
      .field(TAG.signature_id, signature_id)
      .field(TAG.sealed_sha256, sha256(sealed));
  }
  return sha256(writer.bytes());
}

/** @throws CryptoError when one is missing, added or changed. */
export function assertSignatures(
  row: Pick<DocumentRow, 'signatures_sha256'>,
  rows: readonly SignatureRow[],
): void {
  const digest = signaturesDigest(rows);
  const stands = row.signatures_sha256;
  const holds = digest === null || stands === null ? digest === stands : equalBytes(digest, stands);
  if (!holds) throw new CryptoError();
}
