/**
 * Programs of other makers that tests use, and the packages of Debian that hold them. `.ci/debian-packages` is the list:
 * CI installs what it names, tests skip by it, and the closing words of a run say what to install.
 */
import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';

const LIST = join(import.meta.dirname, '..', '..', '.ci', 'debian-packages');

/** On the PATH, or the file itself where the list names one. */
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

/** Package by program, in the order of the list. */
export function listedPrograms(): Map<string, string> {
  const lines = readFileSync(LIST, 'utf8').split('\n');
  const pairs = lines.filter((line) => line !== '' && !line.startsWith('#')).map((line) => line.split(' '));
  return new Map(pairs.map(([packageName = '', program = '']) => [program, packageName]));
}

/** Why tests that use these programs cannot run here. @returns undefined where all are installed */
export function whyMissing(programs: readonly string[]): string | undefined {
  const packages = listedPrograms();
  const missing = programs.filter((program) => !hasProgram(program));
  if (missing.length === 0) return undefined;
  const named = missing.map((program) => `${program} (Debian: ${packages.get(program) ?? 'not packaged'})`);
  return `${named.join(', ')} ${missing.length > 1 ? 'are' : 'is'} not installed`;
}
