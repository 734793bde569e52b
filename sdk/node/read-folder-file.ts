import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';

/** Windows has neither the flag nor named pipes among its files. */
const NOT_WAITING = constants.O_NONBLOCK ?? 0;
/** Far above any certificate, key, token or description. */
const MAX_BYTES = 1024 * 1024;

/**
 * Reads a small file of a credential folder at once: a named pipe in its place would stop the program.
 * @throws as `readFileSync`; Error for what is no file, or too large
 */
export function readFolderFile(path: string): Buffer {
  const file = openSync(path, constants.O_RDONLY | NOT_WAITING);
  try {
    const found = fstatSync(file);
    if (!found.isFile()) throw new Error(`${path} is not a file.`);
    if (found.size > MAX_BYTES) throw new Error(`${path} is too large.`);
    return readFileSync(file);
  } finally {
    closeSync(file);
  }
}
