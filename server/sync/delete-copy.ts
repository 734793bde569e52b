/** Deletes a travelling copy from this computer, and nothing of any other vault. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { FolderInUseError, VaultError } from '#contract/errors/vault-error.ts';
import { readEnvironment } from '#server/system/config/env.ts';
import { anchorDirOf, readCopyMarker } from '#server/system/config/folder/copy-marker.ts';
import { dataDirLayout } from '#server/system/config/folder/data-dir.ts';
import { tryLockFolder } from '#server/system/config/folder/folder-lock.ts';

/**
 * Keys first, because the rest is unreadable without them. The marker file last, so that an interrupted deletion can be
 * repeated.
 */
const PARTS = [
  'vault.sqlite',
  'vault.sqlite-wal',
  'vault.sqlite-shm',
  'clinic',
  'pki',
  'blobs',
  'quarantine',
];
const LAST_PARTS = ['search', 'reserve', 'run.json', 'lock.sqlite', 'copy'];

/**
 * Deletes the travelling copy of a folder. @throws not_found where there is none; FolderInUseError while a server
 * runs on it
 */
export function deleteCopy(dataDir: string): void {
  const layout = dataDirLayout(dataDir);
  const mark = readCopyMarker(layout);
  if (mark === undefined)
    throw new VaultError('not_found', 'There is no travelling copy in this folder. Check --data.');
  const lock = tryLockFolder(layout.lock);
  if (lock === undefined) throw new FolderInUseError();
  const remove = (part: string) => rmSync(join(layout.root, part), { recursive: true, force: true });
  try {
    PARTS.forEach(remove);
  } finally {
    lock.release();
  }
  rmSync(anchorDirOf(readEnvironment().stateDir, mark), { recursive: true, force: true });
  LAST_PARTS.forEach(remove);
}
