/**
 * Writes files of the vault's own folders. Another user may have placed a link under the name, so the old entry is
 * removed and a new file created. Nothing outside is written or gets another mode. Modes apply whatever the umask.
 */
import {
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { type FileHandle, open, rm } from 'node:fs/promises';

const FILE_MODE = 0o600;
/** Windows has no such flag; O_EXCL alone does not follow links there. */
const NEW_FILE = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0);

/** Windows syncs only what is open for writing. */
const THERE_TO_WRITE = constants.O_RDWR | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

export interface WriteOwnOptions {
  readonly mode?: number;
  /** True: synced to the disk before returning. */
  readonly isFlushed?: boolean;
}

/** Creates a new file in place of any entry of that name. The caller must close it. */
export function createOwnFile(path: string, mode: number = FILE_MODE): number {
  rmSync(path, { force: true });
  const descriptor = openSync(path, NEW_FILE, mode);
  fchmodSync(descriptor, mode);
  return descriptor;
}

/**
 * Makes a file durable that another program wrote under a name of ours; neither follows a link nor waits for a named pipe.
 * @throws as `openSync` does; ENOENT for anything other than a regular file
 */
export function syncOwnFile(path: string): void {
  const descriptor = openSync(path, THERE_TO_WRITE);
  try {
    if (!fstatSync(descriptor).isFile())
      throw Object.assign(new Error('This is not a regular file.'), { code: 'ENOENT', path });
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

export async function openOwnFile(path: string, mode: number = FILE_MODE): Promise<FileHandle> {
  await rm(path, { force: true });
  const handle = await open(path, NEW_FILE, mode);
  await handle.chmod(mode);
  return handle;
}

/** Writes by rename, so that a reader sees the complete old or new file. */
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
