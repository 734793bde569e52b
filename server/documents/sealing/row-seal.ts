/**
 * The row MAC of a document: which clear columns it covers, and its check. It is keyed by the group key of
 * the generation the row names, so a writer of the database without that key can change nothing unnoticed.
 * `change_seq` stays outside: it orders the search index's catching up and decides nothing.
 * Source: sealing design B4, "Row MAC".
 */
import { encodeHex } from '#crypto/bytes.ts';
import type { KeyRing } from '#crypto/keys/key-ring.ts';
import { type RowField, rowMac, verifyRowMac } from '#crypto/keys/row-mac.ts';
import { sha256Hex } from '#crypto/sha256.ts';
import type { DocumentRow, UnnumberedRow } from '#server/db/documents/document-row.ts';

/** A row whose MAC is still to be made. */
export type UnsignedRow = Omit<UnnumberedRow, 'row_mac'>;

/** Names and order are part of the stored format: add at the end, never change. */
function macFields(row: UnsignedRow): RowField[] {
  return [
    ['document_id', row.document_id],
    ['resource', row.resource],
    ['security_group_id', row.security_group_id],
    ['patient_id', row.patient_id],
    ['specialist_ids', row.specialist_ids],
    ['source_tag', row.source_tag === null ? null : encodeHex(row.source_tag)],
    ['group_key_generation', row.group_key_generation],
    ['dek_sha256', sha256Hex(row.dek)],
    ['encrypted_index_sha256', sha256Hex(row.encrypted_index)],
    ['head_version_id', row.head_version_id],
    ['head_sha256', encodeHex(row.head_sha256)],
    ['head_bytes', row.head_bytes],
    ['seq', row.seq],
    ['draft_rev', row.draft_rev],
    ['last_draft_rev', row.last_draft_rev],
    ['is_archived', row.is_archived],
    ['is_deleted', row.is_deleted],
    ['created_at', row.created_at],
    ['created_by', row.created_by],
    ['updated_at', row.updated_at],
    ['updated_by', row.updated_by],
    ['row_rev', row.row_rev],
  ];
}

function macKey(keyRing: KeyRing, row: UnsignedRow): Uint8Array {
  return keyRing.subkeys(row.security_group_id, row.group_key_generation).rowMacKey;
}

/** @throws group_key_unavailable when the ring lacks the row's generation. */
export function signRow(keyRing: KeyRing, row: UnsignedRow): UnnumberedRow {
  return { ...row, row_mac: rowMac(macKey(keyRing, row), macFields(row)) };
}

/**
 * @throws CryptoError when any clear column, the wrapped DEK or the sealed summary was changed outside the vault.
 * @throws group_key_unavailable when the ring lacks the row's generation.
 */
export function verifyRow(keyRing: KeyRing, row: DocumentRow): void {
  verifyRowMac(macKey(keyRing, row), macFields(row), row.row_mac);
}
