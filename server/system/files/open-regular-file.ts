import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';

/** Far above any address, certificate or mark of a folder. */
export const SMALL_FILE_MAX_BYTES = 1024 * 1024;
/** Far above an anchor of any vault: a line or so for each of its groups. */
export const ANCHOR_MAX_BYTES = 64 * 1024 * 1024;

/** Windows has none, and no pipes among its files. */
const NOT_WAITING = constants.O_NONBLOCK ?? 0;

/**
 * Opens a file to read it. A pipe of that name would be waited for as long as nobody writes to it, in one of the few
 * threads that read for everybody.
 * @throws as `open` does; ENOENT, too, where something other than a file has that name
 */
export async function openRegularFile(path: string): Promise<FileHandle> {
  const handle = await open(path, constants.O_RDONLY | NOT_WAITING);
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
 * All of a file that somebody else may have put there, at once: a pipe in its place would hold up whoever reads, and
 * everybody else with them.
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

function noFile(path: string): Error {
  return Object.assign(new Error('This is no file.'), { code: 'ENOENT', syscall: 'open', path });
}
