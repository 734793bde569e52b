/**
 * The documents' part in the rotation of a group's key: DEK wrap, source tag, row MAC and generation of each
 * row, anew under the new generation. Runs inside the rotation's own transaction. A row that does not verify
 * is carried along but stays unverifiable: rotation must neither stop at it nor make it valid.
 * Source: sealing design B7.
 */
import { wipe } from '#crypto/bytes.ts';
import { CryptoError } from '#crypto/crypto-error.ts';
import type { KeyRing } from '#crypto/keys/key-ring.ts';
import { INVALID_ROW_MAC } from '#crypto/keys/row-mac.ts';
import type { DocumentRow, UnnumberedRow } from '#server/db/documents/document-row.ts';
import type { DocumentsCore } from '../documents-core.ts';
import { unwrapDocumentDek, wrapDocumentDek } from '../sealing/document-dek.ts';
import { openIndex } from '../sealing/index-seal.ts';
import { signRow, verifyRow } from '../sealing/row-seal.ts';
import { sourceTag } from './create-document.ts';

/** @returns how many documents were rewrapped; fewer than `limit` means none are left. */
export function rewrapDocuments(
  core: DocumentsCore,
  securityGroupId: string,
  generation: number,
  keyRing: KeyRing,
  limit: number,
): number {
  const rows = core.documents.listOutdated(securityGroupId, generation, limit);
  for (const row of rows) core.documents.updateKeys(carried(core, row, generation, keyRing));
  return rows.length;
}

function carried(core: DocumentsCore, row: DocumentRow, generation: number, keyRing: KeyRing): UnnumberedRow {
  try {
    return rewrapped(core, row, generation, keyRing);
  } catch (error) {
    if (!(error instanceof CryptoError)) throw error;
    const { change_seq: _, ...kept } = row;
    return { ...kept, group_key_generation: generation, row_mac: INVALID_ROW_MAC };
  }
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
