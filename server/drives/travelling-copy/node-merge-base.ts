/** Merge base of a file or folder: the row as the home vault last sent it, stored by a travelling copy. */
import { decodeRow, type EncodedRow, encodeRow } from '#server/identity/requests/row-as-json.ts';
import { NODE_ROW_BYTES, type NodeRow } from '#server/storage/drives/node-row.ts';
import type { CopyNodeRow } from '#server/storage/travelling-copy/copy-nodes-store.ts';

/** Plaintext: callers verify its row before trusting it. */
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
