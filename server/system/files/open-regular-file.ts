/** Opens files that others may have put there: only regular files, without waiting, and of a bounded size. */
import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';

/** Limit for addresses, certificates and marker files; far above any. */
export const SMALL_FILE_MAX_BYTES = 1024 * 1024;
/** Limit for anchors, which have about one line per group. */
export const ANCHOR_MAX_BYTES = 64 * 1024 * 1024;

/** Windows has neither the flag nor named pipes among its files. */
const NOT_WAITING = constants.O_NONBLOCK ?? 0;

/** Windows has no such flag. */
const NOT_FOLLOWING = constants.O_NOFOLLOW ?? 0;

/**
 * Opens a file for reading without blocking: a named pipe in its place would occupy a thread of the pool. A link in its
 * place is not followed, because it may lead outside of the folder.
 * @throws as `open` does; ENOENT also for anything other than a regular file
 */
export async function openRegularFile(path: string): Promise<FileHandle> {
  const handle = await open(path, constants.O_RDONLY | NOT_WAITING | NOT_FOLLOWING).catch(
    (error: unknown) => {
      throw isLink(error) ? noFile(path) : error;
    },
  );
  try {
    if ((await handle.stat()).isFile()) return handle;
  } catch (error) {
    await handle.close();
    throw error;
  }
  await handle.close();
  throw noFile(path);
}

/**
 * Reads a whole small file that another user may have placed; synchronous, and refuses a named pipe, which would block
 * the process.
 * @throws as `openRegularFile`; EFBIG past `maxBytes`
 */
export function readWholeFile(path: string, maxBytes: number): Buffer {
  const file = openSync(path, constants.O_RDONLY | NOT_WAITING);
  try {
    const seen = fstatSync(file);
    if (!seen.isFile()) throw noFile(path);
    if (seen.size > maxBytes)
      throw Object.assign(new Error('The file is too large.'), { code: 'EFBIG', path });
    return readFileSync(file);
  } finally {
    closeSync(file);
  }
}

/** The system's answers where a link is not followed. */
function isLink(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === 'ELOOP' || code === 'EMLINK' || code === 'EFTYPE';
}

function noFile(path: string): Error {
  return Object.assign(new Error('This is not a regular file.'), { code: 'ENOENT', syscall: 'open', path });
}
