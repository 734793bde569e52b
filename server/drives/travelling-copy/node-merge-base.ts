/** Merge base of a file or folder: as the home vault last had it, kept by a travelling copy. */
import { decodeRow, type EncodedRow, encodeRow } from '#server/identity/requests/row-codec.ts';
import { NODE_ROW_BYTES, type NodeRow } from '#server/storage/drives/node-row.ts';
import type { CopyNodeRow } from '#server/storage/travelling-copy/copy-nodes-store.ts';

/** As the vault last had it. Clear: whoever relies on it verifies its row. */
export function mergeBaseOf(stored: CopyNodeRow | undefined): NodeRow | undefined {
  return stored && parseRow(stored.base);
}

export function formatRow(row: NodeRow): string {
  return JSON.stringify(encodeRow(row));
}

export function parseRow(text: string): NodeRow {
  const packed: EncodedRow<NodeRow> = JSON.parse(text);
  return decodeRow<NodeRow>(packed, NODE_ROW_BYTES);
}
