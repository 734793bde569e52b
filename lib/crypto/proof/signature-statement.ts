/** Encodes the statement a person signs about a report as bytes. Portable. Source: sealing design B12. */
import type { SignatureStatement } from '#contract/documents/signatures.ts';
import { labelledMessage } from '#crypto/principals/labelled-message.ts';
import { PortableTlvWriter } from './portable-bytes.ts';

export const SIGNATURE_LABEL = 'srv.v1/signature';

/** Tags are part of every signature: add, never renumber. */
const TAG = {
  workspace_id: 1,
  workspace_name: 2,
  security_group_id: 3,
  document_id: 4,
  version_id: 5,
  seq: 6,
  version_sha256: 7,
  record_sha256: 8,
  html_sha256: 9,
  md_sha256: 10,
  text_sha256: 11,
  principal_id: 12,
  signer_name: 13,
  credential_expires_at: 14,
  key_fingerprint: 15,
  membership_seq: 16,
  intent: 17,
  signed_at: 18,
  signer_name_salt: 19,
} as const;

/** Encodes a statement as bytes. @throws CryptoError when a field violates the contract. */
export function encodeStatement(statement: SignatureStatement): Uint8Array {
  return new PortableTlvWriter()
    .field(TAG.workspace_id, statement.workspace_id)
    .field(TAG.workspace_name, statement.workspace_name)
    .field(TAG.security_group_id, statement.security_group_id)
    .field(TAG.document_id, statement.document_id)
    .field(TAG.version_id, statement.version_id)
    .field(TAG.seq, statement.seq)
    .field(TAG.version_sha256, statement.version_sha256)
    .field(TAG.record_sha256, statement.record_sha256)
    .field(TAG.html_sha256, statement.files_sha256.html)
    .field(TAG.md_sha256, statement.files_sha256.md)
    .field(TAG.text_sha256, statement.files_sha256.text)
    .field(TAG.principal_id, statement.principal_id)
    .field(TAG.signer_name, statement.signer_name)
    .field(TAG.credential_expires_at, statement.credential_expires_at)
    .field(TAG.key_fingerprint, statement.key_fingerprint)
    .field(TAG.membership_seq, statement.membership_seq)
    .field(TAG.intent, statement.intent)
    .field(TAG.signed_at, statement.signed_at)
    .field(TAG.signer_name_salt, statement.signer_name_salt ?? null)
    .bytes();
}

/** Builds the exact bytes that both keys sign. */
export function bytesToSign(statement: SignatureStatement): Uint8Array {
  return labelledMessage(SIGNATURE_LABEL, encodeStatement(statement));
}
