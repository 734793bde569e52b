/**
 * Writes files of the vault's own folders. Whoever can write there may have put a link in the way: what stands under the
 * name is removed, and a new file made, so that nothing outside is written or gets another mode. Modes hold whatever
 * the umask says.
 */
import {
  closeSync,
  constants,
  fchmodSync,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { type FileHandle, open, rm } from 'node:fs/promises';

const FILE_MODE = 0o600;
/** Windows has no such flag; there O_EXCL alone makes none through a link. */
const NEW_FILE = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0);

export interface WriteOwnOptions {
  readonly mode?: number;
  /** On the disk when it returns. */
  readonly isFlushed?: boolean;
}

/** A new file in the place of whatever has the name. The caller closes it. */
export function createOwnFile(path: string, mode: number = FILE_MODE): number {
  rmSync(path, { force: true });
  const descriptor = openSync(path, NEW_FILE, mode);
  fchmodSync(descriptor, mode);
  return descriptor;
}

export async function openOwnFile(path: string, mode: number = FILE_MODE): Promise<FileHandle> {
  await rm(path, { force: true });
  const handle = await open(path, NEW_FILE, mode);
  await handle.chmod(mode);
  return handle;
}

/** By rename, so that a reader sees the old file or the new one, whole. */
export function replaceOwnFile(
  path: string,
  content: string | Uint8Array,
  { mode = FILE_MODE, isFlushed = false }: WriteOwnOptions = {},
): void {
  const fresh = `${path}.new`;
  const descriptor = createOwnFile(fresh, mode);
  try {
    writeFileSync(descriptor, content);
    if (isFlushed) fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  renameSync(fresh, path);
}
