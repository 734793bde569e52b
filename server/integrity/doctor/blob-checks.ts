/**
 * Checks that every row has its file, every file its row, and that sizes match. Needs no key. Reads both page by page;
 * the file listing is in a table that spills to the disk.
 */
import { type Dir, opendirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { isUuidV7 } from '#contract/ids.ts';
import { type Finding, finding } from '#contract/maintenance/findings.ts';
import { sealedSize } from '#crypto/sealing/file-stream.ts';
import type { SqlEngine } from '#server/storage/engine/sql-engine.ts';
import { createReferencedBlobs, type ReferencedBlob } from '#server/storage/maintenance/referenced-blobs.ts';
import { createSpilledTable, type SpilledTable } from '#server/storage/maintenance/spilled-table.ts';
import { isRemoteOnlyBlob } from '#server/storage/travelling-copy/copy-nodes-store.ts';
import { isConflictedCopy } from './conflicted-copies.ts';

/**
 * Younger files without a row are ignored while a server runs: it writes a file before its row, and a `.part` before
 * its file.
 */
export const SERVED_SETTLED_AFTER_MS = 60 * 60 * 1000;

/** Sealed file in storage. */
export interface StoredFile {
  /** Id of the file; for one in the wrong folder its path inside `blobs/`. */
  readonly name: string;
  readonly bytes: number;
  readonly changedMs: number;
}

interface MetFile extends StoredFile {
  /** 1 when a row references the file, else 0. */
  readonly isKnown: number;
}

function createMetFiles(): SpilledTable<MetFile> {
  return createSpilledTable<MetFile>(['bytes INTEGER', 'changedMs REAL', 'isKnown INTEGER']);
}

/** Stored files listed per turn of the event loop; some milliseconds. */
const FILES_A_TURN = 200;

export interface CheckBlobsOptions {
  /** Unreferenced files are reported from this age on; undefined: always. */
  readonly settledAfterMs: number | undefined;
  readonly nowMs: number;
  /** Checks again for a file missing from the listing, because it may have been written since. */
  readonly lookAgain?: ((blobId: string) => StoredFile | undefined) | undefined;
}

/** Yields the findings of each page of rows or files; other requests may run between pages. */
function* checkBlobs(
  db: SqlEngine,
  met: SpilledTable<MetFile>,
  { settledAfterMs, nowMs, lookAgain }: CheckBlobsOptions,
): Generator<readonly Finding[], void, undefined> {
  const expected = createReferencedBlobs(db);
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

/** Checks the folder `blobs/` completely. */
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

/** Checks files in any storage page by page; requests run in between. */
export async function checkBlobsPaged(
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

/** The file of an id, if it is in its proper folder. */
export function fileInPlace(root: string, blobId: string): StoredFile | undefined {
  if (!isUuidV7(blobId)) return undefined;
  const stat = statSync(join(root, 'blobs', blobId.slice(-2), blobId), { throwIfNoEntry: false });
  return stat?.isFile() === true ? { name: blobId, bytes: stat.size, changedMs: stat.mtimeMs } : undefined;
}

/** Lists files one by one, in the folder's order. */
export function* filesInFolder(root: string): Generator<StoredFile, void, undefined> {
  const blobs = join(root, 'blobs');
  for (const { folder, name } of filesUnder(blobs)) {
    const stat = statSync(join(folder, name), { throwIfNoEntry: false });
    // The vault looks up a file by its id, so a file in another folder counts as missing.
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
