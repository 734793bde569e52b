/**
 * Reads and writes small JSON files of the desktop program: window position, settings. A damaged file counts as
 * absent.
 */
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

export function readJsonFile(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

/** Writes by rename, so that readers see the complete old or new file. Readable by its owner only. */
export function writeJsonFile(file: string, content: unknown): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  // Removed first: neither a link nor a named pipe there is written to.
  rmSync(`${file}.new`, { force: true });
  writeFileSync(`${file}.new`, JSON.stringify(content), { mode: 0o600, flag: 'wx' });
  renameSync(`${file}.new`, file);
}

export function removeFile(file: string): void {
  rmSync(file, { force: true });
}
