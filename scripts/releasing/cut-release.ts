/**
 * `npm run release -- 1.0.0`: cuts a release from the checkout by one command.
 *
 * 1. Sets the program's version (package.json, its lock, the constant).
 * 2. Moves the fragments of `changelog/unreleased` to the release's part of CHANGELOG.md.
 * 3. Freezes a vault of this version, which every later build has to open.
 * 4. Writes packages, bill of materials, `newest-release.json` and the notes to `release/`.
 *
 * Format versions are separate from the program's version; a vault records them. Nothing is published: commit and tag
 * are made by hand. Afterwards `--next 1.0.1` sets the next version, which `test/architecture/version.test.ts`
 * requires for further changes.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { PROGRAM_VERSION } from '#contract/program-version.ts';
import { ROOT } from '#scripts/desktop/build-stamp.ts';
import { isNewer } from '#server/system/config/newest-release.ts';
import { newestRelease, notesOf, withRelease } from './changelog.ts';

const CHANGELOG = join(ROOT, 'CHANGELOG.md');
const UNRELEASED = join(ROOT, 'changelog', 'unreleased');
const FROZEN = join(ROOT, 'test', 'fixtures', 'vaults');
const OUT = join(ROOT, 'release');
const USAGE = 'Usage: npm run release -- VERSION, and afterwards npm run release -- --next VERSION';

/** Cuts the release of a version. @throws Error if it was already released, or a step fails */
function release(version: string): void {
  const changelog = readFileSync(CHANGELOG, 'utf8');
  const before = newestRelease(changelog) ?? '0.0.0';
  if (!isNewer(version, before))
    throw new Error(`${before} was released already; ${version} does not come after it.`);
  if (version !== PROGRAM_VERSION) moveTo(version);
  const files = readdirSync(UNRELEASED).filter((name) => name.endsWith('.md') && name !== 'README.md');
  const fragments = files.sort().map((name) => readFileSync(join(UNRELEASED, name), 'utf8'));
  const day = new Date().toISOString().slice(0, 10);
  const written = withRelease(changelog, fragments, { version, day });
  writeFileSync(CHANGELOG, written);
  for (const name of files) rmSync(join(UNRELEASED, name));
  // In separate processes, because imported modules still have the earlier version.
  if (!existsSync(join(FROZEN, version))) run('test/support/frozen/make-frozen-vault.ts', version);
  run('scripts/pack/pack.ts', '--out', OUT);
  const notes = join(OUT, `notes-${version}.md`);
  writeFileSync(notes, notesOf(written, version));
  process.stdout.write(
    `${notes}\n\nCommit it, tag it v${version}, then: npm run release -- --next VERSION\n`,
  );
}

/** Sets the next program version. @throws Error unless it is higher */
function moveTo(next: string): void {
  if (!isNewer(next, PROGRAM_VERSION)) throw new Error(`${next} does not come after ${PROGRAM_VERSION}.`);
  const places: readonly (readonly [file: string, times: number])[] = [
    ['package.json', 1],
    ['package-lock.json', 2],
    ['lib/contract/program-version.ts', 1],
  ];
  for (const [name, times] of places) {
    const file = join(ROOT, name);
    let text = readFileSync(file, 'utf8');
    for (let time = 0; time < times; time += 1) text = text.replace(PROGRAM_VERSION, next);
    writeFileSync(file, text);
  }
}

function run(script: string, ...args: string[]): void {
  const { status } = spawnSync(process.execPath, [join(ROOT, script), ...args], {
    cwd: ROOT,
    stdio: 'inherit',
  });
  if (status !== 0) throw new Error(`${script} failed.`);
}

if (import.meta.main) {
  const { values, positionals } = parseArgs({
    options: { next: { type: 'string' } },
    allowPositionals: true,
  });
  const [version] = positionals;
  if (values.next !== undefined && version === undefined) moveTo(values.next);
  else if (version !== undefined && /^\d+\.\d+\.\d+$/.test(version)) release(version);
  else {
    process.stderr.write(`${USAGE}\n`);
    process.exitCode = 2;
  }
}
