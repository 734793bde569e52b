/**
 * The documents' part in a key rotation: writes DEK wrap, source tag, row MAC and generation of each row under the new
 * generation. Runs inside the rotation's own transaction. A row that does not verify is left unchanged and its keys are
 * kept, so that it opens again once repaired.
 * Source: sealing design B7, B13.
 */
import { wipe } from '#crypto/bytes.ts';
import { CryptoError } from '#crypto/crypto-error.ts';
import type { KeyRing } from '#crypto/keys/key-ring.ts';
import type { DocumentsCore } from '#server/documents/documents-dependencies.ts';
import { unwrapDocumentDek, wrapDocumentDek } from '#server/documents/sealing/document-dek.ts';
import { signRow, verifyRowUncached } from '#server/documents/sealing/document-row-mac.ts';
import { openIndex } from '#server/documents/sealing/summary-seal.ts';
import type { RewrapBatch, RewrapProgress } from '#server/identity/actor/rewrap-port.ts';
import type { DocumentRow, UnnumberedRow } from '#server/storage/documents/document-row.ts';
import { sourceTag } from './create-document.ts';

export function rewrapDocuments(core: DocumentsCore, batch: RewrapBatch): RewrapProgress {
  const { security_group_id, generation, keyRing, after, limit } = batch;
  const rows = core.documents.listAfter(security_group_id, after, limit);
  const left = rows
    .filter((row) => !rewrapDocument(core, row, generation, keyRing))
    .map(({ document_id }) => document_id);
  for (const documentId of left) core.findings.report('document_damaged', documentId);
  return { last: rows.at(-1)?.document_id ?? null, left };
}

/** Rewraps one row. @returns false for a row that does not verify. */
export function rewrapDocument(
  core: DocumentsCore,
  row: DocumentRow,
  generation: number,
  keyRing: KeyRing,
): boolean {
  try {
    verifyRowUncached(keyRing, row);
    if (row.group_key_generation !== generation)
      core.documents.updateKeys(rewrapped(core, row, generation, keyRing));
    return true;
  } catch (error) {
    if (error instanceof CryptoError) return false;
    throw error;
  }
}

function rewrapped(
  core: DocumentsCore,
  row: DocumentRow,
  generation: number,
  keyRing: KeyRing,
): UnnumberedRow {
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
    const { source_id } = openIndex(row.resource, dek, core.workspaceId(), row);
    if (source_id === null) throw new CryptoError();
    return sourceTag({ keyRing }, row.security_group_id, generation, source_id);
  }
}
