/** Whether every row has its file and every file its row, and whether they are as long as they have to be. No key needed. */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Finding, finding } from '#contract/evidence/findings.ts';
import { isUuidV7 } from '#contract/ids.ts';
import { sealedSize } from '#crypto/sealing/file-stream.ts';
import type { SqlEngine } from '#server/db/engine/sql-engine.ts';
import { type ExpectedBlob, listExpectedBlobs } from '#server/db/evidence/expected-blobs.ts';
import { mayBeAtClinic } from '#server/db/travel/copy-nodes-store.ts';
import { isConflictedCopy } from './conflicted-copies.ts';

/** While the folder is served a file stands before its row, and a `.part` before its file. */
export const SERVED_SETTLED_AFTER_MS = 60 * 60 * 1000;

/** `settledAfterMs`: what no row knows is told from this age on; undefined: at once. */
export function checkBlobs(
  db: SqlEngine,
  lengths: ReadonlyMap<string, StoredFile>,
  settledAfterMs: number | undefined,
  nowMs: number,
): Finding[] {
  const expected = listExpectedBlobs(db);
  const isAway = mayBeAtClinic(db);
  const findings = expected.flatMap((blob) => {
    const bytes = lengths.get(blob.blob_id)?.bytes;
    return bytes === undefined && isAway?.(blob) === true ? [] : checkBlob(blob, bytes);
  });
  const known = new Set(expected.map(({ blob_id }) => blob_id));
  for (const [name, { changedMs }] of lengths) {
    if (known.has(name)) continue;
    if (settledAfterMs !== undefined && nowMs - changedMs < settledAfterMs) continue;
    findings.push(
      isConflictedCopy(name)
        ? finding('conflicted_copy', join('blobs', name))
        : finding('blob_unknown', name),
    );
  }
  return findings;
}

function checkBlob({ blob_id, node_id, size, kind }: ExpectedBlob, bytes: number | undefined): Finding[] {
  const id = isUuidV7(node_id) ? node_id : null;
  if (!isUuidV7(blob_id)) return [finding('id_damaged', id)];
  if (bytes === undefined) return [finding(kind === 'picture' ? 'picture_damaged' : 'blob_missing', id)];
  if (size !== null && bytes !== sealedSize(size))
    return [finding(kind === 'picture' ? 'picture_damaged' : 'blob_length', id)];
  return [];
}

/** One sealed file, as what holds it tells. */
export interface StoredFile {
  readonly bytes: number;
  readonly changedMs: number;
}

/** By id, or by its path inside `blobs/` where it is not in its place. */
export function filesInFolder(root: string): ReadonlyMap<string, StoredFile> {
  const folder = join(root, 'blobs');
  const found = new Map<string, StoredFile>();
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) return found;
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isDirectory()) continue;
    const stat = statSync(join(entry.parentPath, entry.name), { throwIfNoEntry: false });
    // A file elsewhere than its id says is not found by it.
    const isInPlace = entry.parentPath === join(folder, entry.name.slice(-2));
    const name = isInPlace ? entry.name : join(entry.parentPath.slice(folder.length + 1), entry.name);
    if (stat) found.set(name, { bytes: stat.size, changedMs: stat.mtimeMs });
  }
  return found;
}
