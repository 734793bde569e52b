/**
 * Skips a build step whose inputs are unchanged: compares a hash of paths, sizes and times of all input files with
 * the last successful build.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

export const ROOT = join(import.meta.dirname, '..', '..');
const STAMPS = join(ROOT, 'dist', '.stamps');
const LOCK = join(STAMPS, 'building');

const LOCK_POLL_MS = 100;

export interface BuildStep {
  readonly name: string;
  /** Files and folders, relative to the repository root. */
  readonly inputs: readonly string[];
  /** Outputs; if one is missing the step always runs. */
  readonly outputs: readonly string[];
  readonly run: () => Promise<void>;
}

/**
 * Runs one build at a time, because two (a test run and `npm start`) would empty each other's folders. The later one
 * waits. A killed build leaves a lock with the id of a process that no longer exists.
 */
export async function oneAtATime<Result>(run: () => Promise<Result>): Promise<Result> {
  mkdirSync(STAMPS, { recursive: true });
  while (!tryMakeLock(LOCK)) {
    if (isLeftBehind(LOCK)) rmSync(LOCK, { force: true });
    else await setTimeout(LOCK_POLL_MS);
  }
  try {
    return await run();
  } finally {
    rmSync(LOCK, { force: true });
  }
}

function tryMakeLock(path: string): boolean {
  try {
    writeFileSync(path, String(process.pid), { flag: 'wx' });
    return true;
  } catch {
    return false;
  }
}

function isLeftBehind(lock: string): boolean {
  try {
    process.kill(Number(readFileSync(lock, 'utf8')), 0);
    return false;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ESRCH';
  }
}

/** Returns true if the step ran, false if it was up to date. */
export async function buildIfChanged(step: BuildStep): Promise<boolean> {
  const stampFile = join(STAMPS, `${step.name}.txt`);
  const stamp = stampOf(step.inputs);
  const isThere = step.outputs.every((output) => existsSync(join(ROOT, output)));
  if (isThere && existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return false;
  await step.run();
  mkdirSync(dirname(stampFile), { recursive: true });
  writeFileSync(stampFile, stamp);
  return true;
}

function stampOf(inputs: readonly string[]): string {
  const hash = createHash('sha256');
  for (const file of inputs.flatMap(filesUnder).sort()) {
    const { size, mtimeMs } = statSync(join(ROOT, file));
    hash.update(`${file}\0${size}\0${mtimeMs}\n`);
  }
  return hash.digest('hex');
}

function filesUnder(path: string): string[] {
  const full = join(ROOT, path);
  if (!existsSync(full)) return [];
  if (!statSync(full).isDirectory()) return [path];
  return readdirSync(full, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length + 1));
}
