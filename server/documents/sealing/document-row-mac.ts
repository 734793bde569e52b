/**
 * The row MAC of a document: which plaintext columns it covers, and its verification. Its key is the group key of the
 * row's generation, so changes made without that key are detected. `change_seq` is not covered: it is assigned inside
 * the transaction and only orders updates of the search index. Lists compare the covered `row_rev` before trusting the
 * index.
 * Source: sealing design B4, "Row MAC"; B9.
 */
import { encodeHex } from '#crypto/bytes.ts';
import type { KeyRing } from '#crypto/keys/key-ring.ts';
import { createRowSeal, type RowField, type RowLayout } from '#crypto/keys/row-mac.ts';
import { sha256Hex } from '#crypto/sha256.ts';
import type { DocumentRow, UnnumberedRow } from '#server/storage/documents/document-row.ts';

/** Document row without its MAC. */
export type UnsignedRow = Omit<UnnumberedRow, 'row_mac'>;

/** Add a new column here, under `added`. */
export const DOCUMENT_LAYOUT: RowLayout<UnsignedRow> = {
  table: 'documents',
  columns: {
    document_id: 'covered',
    resource: 'covered',
    security_group_id: 'covered',
    patient_id: 'covered',
    specialist_ids: 'covered',
    source_tag: 'covered',
    group_key_generation: 'covered',
    dek: 'covered',
    encrypted_index: 'covered',
    head_version_id: 'covered',
    head_sha256: 'covered',
    head_bytes: 'covered',
    seq: 'covered',
    draft_rev: 'covered',
    last_draft_rev: 'covered',
    is_archived: 'covered',
    is_deleted: 'covered',
    created_at: 'covered',
    created_by: 'covered',
    updated_at: 'covered',
    updated_by: 'covered',
    row_rev: 'covered',
    signatures_sha256: 'added',
    cosign_sha256: 'added',
    cosign_open: 'added',
  },
  idOf: (row) => row.document_id,
  format1,
};

/** Rows of 0.1.0; names and order must never change. */
function format1(row: UnsignedRow): RowField[] {
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

const seal = createRowSeal(DOCUMENT_LAYOUT);

function macKey(keyRing: KeyRing, row: UnsignedRow): Uint8Array {
  return keyRing.subkeys(row.security_group_id, row.group_key_generation).rowMacKey;
}

/** Adds the MAC to a row. @throws group_key_unavailable when the ring lacks the row's generation. */
export function signRow(keyRing: KeyRing, row: UnsignedRow): UnnumberedRow {
  const key = macKey(keyRing, row);
  const row_mac = seal.mac(key, row);
  const signed = { ...row, row_mac };
  seal.markVerified(key, signed, row_mac);
  return signed;
}

/**
 * Verifies a row and caches the verified bytes for the next comparison.
 * @throws CryptoError when any plaintext column, the wrapped DEK or the sealed summary was changed outside the vault.
 * @throws group_key_unavailable when the ring lacks the row's generation.
 */
export function verifyRow(keyRing: KeyRing, row: DocumentRow): void {
  seal.verifyAndRemember(macKey(keyRing, row), row, row.row_mac);
}

/** Verifies a row without the cache, because scans over many rows would displace entries in use. */
export function verifyRowUncached(keyRing: KeyRing, row: DocumentRow): void {
  seal.verify(macKey(keyRing, row), row, row.row_mac);
}
