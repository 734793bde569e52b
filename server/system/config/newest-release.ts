/**
 * Reads which newer program version is known, from a file a person put into the data folder; no network request is
 * made. `newest-release.json` is `{"version": "0.9.0"}`, as published with a release.
 */
import { join } from 'node:path';
import { PROGRAM_VERSION } from '#contract/program-version.ts';
import { readWholeFile } from '#server/system/files/open-regular-file.ts';

export const RELEASE_FILE = 'newest-release.json';
const VERSION = /^(\d{1,5})\.(\d{1,5})\.(\d{1,5})$/;
const FILE_MAX_BYTES = 4096;

/** The file's version, if newer than this program. A malformed file is ignored. */
export function newerProgram(root: string, program = PROGRAM_VERSION): string | undefined {
  try {
    const file = join(root, RELEASE_FILE);
    const content: unknown = JSON.parse(readWholeFile(file, FILE_MAX_BYTES).toString('utf8'));
    const version = new Map<string, unknown>(Object.entries(content ?? {})).get('version');
    return typeof version === 'string' && isNewer(version, program) ? version : undefined;
  } catch {
    return undefined;
  }
}

/** True if a version is newer than another; false where either is not a version. */
export function isNewer(version: string, than: string): boolean {
  const left = partsOf(version);
  const right = partsOf(than);
  const at = left.findIndex((part, index) => part !== right[index]);
  return at !== -1 && right.length > 0 && (left[at] ?? 0) > (right[at] ?? 0);
}

function partsOf(version: string): number[] {
  return (VERSION.exec(version) ?? []).slice(1).map(Number);
}
