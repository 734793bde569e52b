/**
 * External programs that tests use, with their Debian packages from `.ci/debian-packages`. CI installs that list,
 * tests skip by it, and a run's summary names what to install.
 */
import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';

const LIST = join(import.meta.dirname, '..', '..', '.ci', 'debian-packages');

/** Returns true if the program is on the PATH, or exists if the list names a file. */
export function hasProgram(name: string): boolean {
  if (isAbsolute(name)) return existsSync(name);
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return folders.some((folder) => isExecutable(join(folder, name)));
}

export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Returns package by program, in the order of the list. */
export function listedPrograms(): Map<string, string> {
  const lines = readFileSync(LIST, 'utf8').split('\n');
  const pairs = lines.filter((line) => line !== '' && !line.startsWith('#')).map((line) => line.split(' '));
  return new Map(pairs.map(([packageName = '', program = '']) => [program, packageName]));
}

/** Returns the reason why tests with these programs cannot run; undefined if all are installed */
export function whyMissing(programs: readonly string[]): string | undefined {
  const packages = listedPrograms();
  const missing = programs.filter((program) => !hasProgram(program));
  if (missing.length === 0) return undefined;
  const named = missing.map((program) => `${program} (Debian: ${packages.get(program) ?? 'not packaged'})`);
  return `${named.join(', ')} ${missing.length > 1 ? 'are' : 'is'} not installed`;
}
