/**
 * What is known of newer programs, out of a file somebody laid into the data folder: nothing is asked of any network.
 * `newest-release.json` is `{"version": "0.9.0"}`, as it lies beside the packages of a release.
 */
import { join } from 'node:path';
import { PROGRAM_VERSION } from '#contract/program-version.ts';
import { readWholeFile } from '#server/system/files/open-regular-file.ts';

export const RELEASE_FILE = 'newest-release.json';
const VERSION = /^(\d{1,5})\.(\d{1,5})\.(\d{1,5})$/;
const FILE_MAX_BYTES = 4096;

/** The version the file names, where it is newer than this program. A file that makes no sense says nothing. */
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

/** False where either is no version. */
export function isNewer(version: string, than: string): boolean {
  const left = partsOf(version);
  const right = partsOf(than);
  const at = left.findIndex((part, index) => part !== right[index]);
  return at !== -1 && right.length > 0 && (left[at] ?? 0) > (right[at] ?? 0);
}

function partsOf(version: string): number[] {
  return (VERSION.exec(version) ?? []).slice(1).map(Number);
}
