/**
 * `npm test`: every check there is, in order of cost, and one closing line that sums what really ran.
 * A stage that could not run at all counts as one failure, never as nothing; a stage that has no means
 * to run here (no Chromium to be had) prints why and counts what it left out as skipped.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findOrInstallChromium } from './find-chromium.ts';

interface Tally {
  passed: number;
  failed: number;
  skipped: number;
}

const scratch = mkdtempSync(join(tmpdir(), 'srvault-test-'));
const total: Tally = { passed: 0, failed: 0, skipped: 0 };
/** Passed at the second try: each has found a race that is still to be mended. */
const flaky: string[] = [];

function run(command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): boolean {
  process.stdout.write(`\n> ${command} ${args.join(' ')}\n`);
  const { status } = spawnSync(command, args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...env },
    shell: process.platform === 'win32',
  });
  return status === 0;
}

function add(tally: Tally): void {
  total.passed += tally.passed;
  total.failed += tally.failed;
  total.skipped += tally.skipped;
}

/** A stage without tests of its own: one check, passed or failed. */
function check(command: string, args: readonly string[]): void {
  const ok = run(command, args);
  add({ passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0 });
}

function readReport(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

function numberAt(report: unknown, key: string): number {
  const value = new Map(Object.entries(report ?? {})).get(key);
  return typeof value === 'number' ? value : 0;
}

/** A green exit with no test counted, or a red one with no failure counted, is a failure. */
function settle(tally: Tally, ok: boolean): Tally {
  const empty = tally.passed + tally.failed + tally.skipped === 0;
  return ok && !empty ? tally : { ...tally, failed: Math.max(1, tally.failed) };
}

function unit(): void {
  const file = join(scratch, 'vitest.json');
  const ok = run('vitest', ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`]);
  const report = readReport(file);
  const tally = {
    passed: numberAt(report, 'numPassedTests'),
    failed: numberAt(report, 'numFailedTests'),
    skipped: numberAt(report, 'numPendingTests') + numberAt(report, 'numTodoTests'),
  };
  add(settle(tally, ok));
}

/** Titles of the specs that passed at their second try only, wherever in Playwright's tree of suites they stand. */
function flakySpecs(report: unknown): string[] {
  if (Array.isArray(report)) return report.flatMap(flakySpecs);
  const fields = new Map(Object.entries(report ?? {}));
  const tests: unknown = fields.get('tests');
  const isFlaky =
    Array.isArray(tests) && tests.some((one) => new Map(Object.entries(one ?? {})).get('status') === 'flaky');
  const own = isFlaky ? [`${String(fields.get('file'))} › ${String(fields.get('title'))}`] : [];
  return [...own, ...['suites', 'specs'].flatMap((key) => flakySpecs(fields.get(key) ?? []))];
}

function browser(config: string): void {
  const file = join(scratch, `${config.replaceAll('/', '-')}.json`);
  const ok = run('playwright', ['test', '--config', config, '--reporter=list,json'], {
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
  });
  const report = readReport(file);
  const stats = new Map(Object.entries(report ?? {})).get('stats');
  flaky.push(...flakySpecs(report));
  const tally = {
    passed: numberAt(stats, 'expected') + numberAt(stats, 'flaky'),
    failed: numberAt(stats, 'unexpected'),
    skipped: numberAt(stats, 'skipped'),
  };
  add(settle(tally, ok));
}

check('biome', ['check', '.']);
check('tsc', ['-b']);
check('knip', []);
check('node', ['scripts/build.ts']);
unit();

if (findOrInstallChromium()) {
  browser('test/ui/playwright.config.ts');
} else {
  process.stdout.write(
    '\nNo Chromium is on this machine and none could be installed: the UI specs did not run.\n',
  );
  add({ passed: 0, failed: 1, skipped: 0 });
}
browser('test/electron/playwright.config.ts');

rmSync(scratch, { recursive: true, force: true });
if (flaky.length > 0)
  process.stdout.write(`\n${flaky.length} flaky, passed at the second try:\n${flaky.join('\n')}\n`);
const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : '';
process.stdout.write(`\n${total.passed} passed, ${total.failed} failed${skipped}\n`);
process.exitCode = total.failed > 0 ? 1 : 0;
