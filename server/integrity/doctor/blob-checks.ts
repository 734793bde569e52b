/**
 * Checks that every row has its file and every file its row, and that sizes match. Needs no key. Walks both a page
 * at a time; the file listing is kept in a table that spills to the disk.
 */
import { type Dir, opendirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { isUuidV7 } from '#contract/ids.ts';
import { type Finding, finding } from '#contract/maintenance/findings.ts';
import { sealedSize } from '#crypto/sealing/file-stream.ts';
import type { SqlEngine } from '#server/storage/engine/sql-engine.ts';
import { createExpectedBlobs, type ReferencedBlob } from '#server/storage/maintenance/referenced-blobs.ts';
import { createSpilledTable, type SpilledTable } from '#server/storage/maintenance/spilled-table.ts';
import { isRemoteOnlyBlob } from '#server/storage/travelling-copy/copy-nodes-store.ts';
import { isConflictedCopy } from './conflicted-copies.ts';

/** While the folder is served, a file exists before its row, and a `.part` before its file. */
export const SERVED_SETTLED_AFTER_MS = 60 * 60 * 1000;

/** One sealed file, as its storage describes it. */
export interface StoredFile {
  /** Its id, or its path inside `blobs/` where it is not in its place. */
  readonly name: string;
  readonly bytes: number;
  readonly changedMs: number;
}

interface MetFile extends StoredFile {
  /** 1 where a row speaks of it. */
  readonly isKnown: number;
}

function createMetFiles(): SpilledTable<MetFile> {
  return createSpilledTable<MetFile>(['bytes INTEGER', 'changedMs REAL', 'isKnown INTEGER']);
}

/** Of a walk over stored files: some milliseconds. */
const FILES_A_TURN = 200;

export interface CheckBlobsOptions {
  /** Unreferenced files are reported from this age on; undefined: at once. */
  readonly settledAfterMs: number | undefined;
  readonly nowMs: number;
  /** Of a file that was not met on the walk: it may have come since. */
  readonly lookAgain?: ((blobId: string) => StoredFile | undefined) | undefined;
}

/** What does not hold of a page of rows or files; others may be served between two. */
function* checkBlobs(
  db: SqlEngine,
  met: SpilledTable<MetFile>,
  { settledAfterMs, nowMs, lookAgain }: CheckBlobsOptions,
): Generator<readonly Finding[], void, undefined> {
  const expected = createExpectedBlobs(db);
  const isAway = isRemoteOnlyBlob(db);
  for (const page of expected.pages()) {
    yield page.flatMap((blob) => {
      const known = met.find(blob.blob_id);
      if (known !== undefined) met.put({ ...known, isKnown: 1 });
      const file = known ?? lookAgain?.(blob.blob_id);
      return file === undefined && isAway?.(blob) === true ? [] : checkBlob(blob, file?.bytes);
    });
  }
  for (const page of met.pages()) {
    yield page.flatMap(({ name, changedMs, isKnown }) => {
      if (isKnown === 1) return [];
      if (settledAfterMs !== undefined && nowMs - changedMs < settledAfterMs) return [];
      if (expected.has(name)) return [];
      return [
        isConflictedCopy(name)
          ? finding('conflicted_copy', join('blobs', name))
          : finding('blob_unknown', name),
      ];
    });
  }
}

function checkBlob({ blob_id, node_id, size, kind }: ReferencedBlob, bytes: number | undefined): Finding[] {
  const id = isUuidV7(node_id) ? node_id : null;
  if (!isUuidV7(blob_id)) return [finding('id_damaged', id)];
  if (bytes === undefined) return [finding(kind === 'picture' ? 'picture_damaged' : 'blob_missing', id)];
  if (size !== null && bytes !== sealedSize(size))
    return [finding(kind === 'picture' ? 'picture_damaged' : 'blob_length', id)];
  return [];
}

/** All of a folder's `blobs/`. */
export function checkFolderBlobs(
  db: SqlEngine,
  root: string,
  options: Omit<CheckBlobsOptions, 'lookAgain'>,
): Finding[] {
  const met = createMetFiles();
  try {
    for (const file of filesInFolder(root)) met.put({ ...file, isKnown: 0 });
    const lookAgain = (blobId: string) => fileInPlace(root, blobId);
    return [...checkBlobs(db, met, { ...options, lookAgain })].flat();
  } finally {
    met.close();
  }
}

/** The same for files in any storage, a page at a time: requests are served in between. */
export async function checkBlobsInTurns(
  db: SqlEngine,
  {
    list,
    ...options
  }: CheckBlobsOptions & { readonly list: () => Iterable<StoredFile> | AsyncIterable<StoredFile> },
): Promise<Finding[]> {
  const met = createMetFiles();
  try {
    let sinceTurn = 0;
    for await (const { name, bytes, changedMs } of list()) {
      met.put({ name, bytes, changedMs, isKnown: 0 });
      sinceTurn = (sinceTurn + 1) % FILES_A_TURN;
      if (sinceTurn === 0) await nextTurn();
    }
    const found: Finding[] = [];
    for (const page of checkBlobs(db, met, options)) {
      found.push(...page);
      await nextTurn();
    }
    return found;
  } finally {
    met.close();
  }
}

/** The file of an id, in its place. */
export function fileInPlace(root: string, blobId: string): StoredFile | undefined {
  if (!isUuidV7(blobId)) return undefined;
  const stat = statSync(join(root, 'blobs', blobId.slice(-2), blobId), { throwIfNoEntry: false });
  return stat?.isFile() === true ? { name: blobId, bytes: stat.size, changedMs: stat.mtimeMs } : undefined;
}

/** One by one, in the folder's order. */
export function* filesInFolder(root: string): Generator<StoredFile, void, undefined> {
  const blobs = join(root, 'blobs');
  for (const { folder, name } of filesUnder(blobs)) {
    const stat = statSync(join(folder, name), { throwIfNoEntry: false });
    // A file elsewhere than its id says is not found by it.
    const isInPlace = folder === join(blobs, name.slice(-2));
    const found = isInPlace ? name : join(folder.slice(blobs.length + 1), name);
    if (stat) yield { name: found, bytes: stat.size, changedMs: stat.mtimeMs };
  }
}

function* filesUnder(top: string): Generator<{ readonly folder: string; readonly name: string }> {
  if (statSync(top, { throwIfNoEntry: false })?.isDirectory() !== true) return;
  const folders = [top];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const entry of entriesOf(opendirSync(folder))) {
      if (entry.isDirectory()) folders.push(join(folder, entry.name));
      else yield { folder, name: entry.name };
    }
  }
}

function* entriesOf(dir: Dir) {
  try {
    for (let entry = dir.readSync(); entry !== null; entry = dir.readSync()) yield entry;
  } finally {
    dir.closeSync();
  }
}
