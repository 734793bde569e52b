/**
 * `node scripts/releasing/release.ts`: makes what lies in `changelog/unreleased` the release of the version the program
 * has. `--next 0.9.0` afterwards gives it the next one, without which `test/architecture/version.test.ts` lets no further
 * change in. Writes files of the checkout and nothing else.
 */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { PROGRAM_VERSION } from '#contract/program-version.ts';
import { ROOT } from '#scripts/desktop/build-stamp.ts';
import { isNewer } from '#server/system/config/newest-release.ts';
import { newestRelease, withRelease } from './changelog.ts';

const CHANGELOG = join(ROOT, 'CHANGELOG.md');
const UNRELEASED = join(ROOT, 'changelog', 'unreleased');

/** @throws Error where the version was released already */
function release(): void {
  const changelog = readFileSync(CHANGELOG, 'utf8');
  const before = newestRelease(changelog) ?? '0.0.0';
  if (!isNewer(PROGRAM_VERSION, before))
    throw new Error(`${before} was released already. Give the program the next version: --next.`);
  const files = readdirSync(UNRELEASED).filter((name) => name.endsWith('.md') && name !== 'README.md');
  const fragments = files.sort().map((name) => readFileSync(join(UNRELEASED, name), 'utf8'));
  const day = new Date().toISOString().slice(0, 10);
  writeFileSync(CHANGELOG, withRelease(changelog, fragments, { version: PROGRAM_VERSION, day }));
  for (const name of files) rmSync(join(UNRELEASED, name));
}

/** @throws Error where that is no step on */
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

if (import.meta.main) {
  const { values } = parseArgs({ options: { next: { type: 'string' } } });
  if (values.next === undefined) release();
  else moveTo(values.next);
}
