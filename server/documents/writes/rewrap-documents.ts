/**
 * The documents' part in the rotation of a group's key: DEK wrap, source tag, row MAC and generation of each
 * row, anew under the new generation. Runs inside the rotation's own transaction.
 * Source: sealing design B7.
 */
import { wipe } from '#crypto/bytes.ts';
import { CryptoError } from '#crypto/crypto-error.ts';
import type { KeyRing } from '#crypto/key-ring.ts';
import type { DocumentRow, UnnumberedRow } from '#server/db/documents/document-row.ts';
import type { DocumentsCore } from '../documents-core.ts';
import { unwrapDocumentDek, wrapDocumentDek } from '../sealing/document-dek.ts';
import { openIndex } from '../sealing/index-seal.ts';
import { signRow, verifyRow } from '../sealing/row-seal.ts';
import { sourceTag } from './create-document.ts';

/** @throws CryptoError when a row was changed outside the vault: a rotation must not give it a fresh MAC. */
export function rewrapDocuments(
  core: DocumentsCore,
  securityGroupId: string,
  generation: number,
  keyRing: KeyRing,
  limit: number,
): number {
  const rows = core.documents.listOutdated(securityGroupId, generation, limit);
  for (const row of rows) core.documents.updateKeys(rewrapped(core, row, generation, keyRing));
  return rows.length;
}

function rewrapped(
  core: DocumentsCore,
  row: DocumentRow,
  generation: number,
  keyRing: KeyRing,
): UnnumberedRow {
  verifyRow(keyRing, row);
  const dek = unwrapDocumentDek(core.workspaceId(), keyRing, row);
  try {
    const { change_seq: _, ...kept } = row;
    const target = { ...kept, group_key_generation: generation };
    return signRow(keyRing, {
      ...target,
      dek: wrapDocumentDek(core.workspaceId(), keyRing, dek, target),
      source_tag: row.source_tag === null ? null : newSourceTag(),
      row_rev: row.row_rev + 1,
    });
  } finally {
    wipe(dek);
    keyRing.forgetDek(row.document_id);
  }

  function newSourceTag(): Uint8Array {
    const { source_id } = openIndex(dek, core.workspaceId(), row);
    if (source_id === null) throw new CryptoError();
    return sourceTag({ keyRing }, row.security_group_id, generation, source_id);
  }
}
