/**
 * `npm test`: every check there is, in order of cost, and one closing line that sums what really ran.
 * A stage that could not run at all counts as one failure, never as nothing; a stage that has no means
 * to run here (no Chromium to be had) prints why and counts what it left out as skipped.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { findOrInstallChromium } from './find-chromium.ts';

interface Tally {
  passed: number;
  failed: number;
  skipped: number;
}

const WORDS_LINES_MAX = 24;

const scratch = mkdtempSync(join(tmpdir(), 'srvault-test-'));
const total: Tally = { passed: 0, failed: 0, skipped: 0 };
/** Passed at the second try: each has found a race that is still to be mended. */
const flaky: string[] = [];
/** What failed, told once more at the end: who reads a log from its tail must not search it. */
const failures: string[] = [];

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
  if (!ok) failures.push(`${command} ${args.join(' ')}`);
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

/** The items of a list in a report, each as its fields. */
function listAt(report: unknown, key: string): Map<string, unknown>[] {
  const list: unknown = new Map(Object.entries(report ?? {})).get(key);
  return Array.isArray(list) ? list.map((one) => new Map(Object.entries(one ?? {}))) : [];
}

/** What a failed test says for itself: the lines above the stack, as many as a reader of the tail of a log takes in. */
function wordsOf(message: unknown): string {
  const lines = stripVTControlCharacters(String(message)).split('\n');
  const stack = lines.findIndex((line) => /^\s+at /.test(line));
  const said = lines.slice(0, stack === -1 ? WORDS_LINES_MAX : Math.min(stack, WORDS_LINES_MAX));
  return said.map((line) => `\n    ${line}`).join('');
}

/** Failed tests of vitest, each with what it says; a file that could not be read is one. */
function failedTests(report: unknown): string[] {
  return listAt(report, 'testResults').flatMap((file) => {
    const name = relative(process.cwd(), String(file.get('name')));
    const failed = listAt(Object.fromEntries(file), 'assertionResults').filter(
      (one) => one.get('status') === 'failed',
    );
    if (failed.length === 0)
      return file.get('status') === 'failed' ? [`${name}: ${String(file.get('message'))}`] : [];
    return failed.map((one) => {
      const [message] = [one.get('failureMessages')].flat();
      return `${name} › ${String(one.get('fullName'))}${wordsOf(message)}`;
    });
  });
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
  // vitest's own count leaves out a file that could not even be read.
  const failed = failedTests(report);
  failures.push(...failed);
  const tally = {
    passed: numberAt(report, 'numPassedTests'),
    failed: failed.length,
    skipped: numberAt(report, 'numPendingTests') + numberAt(report, 'numTodoTests'),
  };
  add(settle(tally, ok));
}

/** Specs that ended so, each with what its first try says, wherever in Playwright's tree of suites they stand. */
function specsThat(ended: 'flaky' | 'unexpected', report: unknown): string[] {
  const own = listAt(report, 'specs').flatMap((spec) => {
    const tests = listAt(Object.fromEntries(spec), 'tests').filter((one) => one.get('status') === ended);
    const [first] = tests.flatMap((one) => listAt(Object.fromEntries(one), 'results'));
    if (first === undefined) return [];
    const said = listAt(Object.fromEntries(first), 'errors').map((error) => wordsOf(error.get('message')));
    return [`${String(spec.get('file'))} › ${String(spec.get('title'))}${said.join('')}`];
  });
  return [
    ...own,
    ...listAt(report, 'suites').flatMap((suite) => specsThat(ended, Object.fromEntries(suite))),
  ];
}

function browser(config: string): void {
  const file = join(scratch, `${config.replaceAll('/', '-')}.json`);
  const ok = run('playwright', ['test', '--config', config, '--reporter=list,json'], {
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
  });
  const report = readReport(file);
  const stats = new Map(Object.entries(report ?? {})).get('stats');
  flaky.push(...specsThat('flaky', report));
  failures.push(...specsThat('unexpected', report));
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
if (failures.length > 0) process.stdout.write(`\nFailed:\n${failures.join('\n')}\n`);
const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : '';
process.stdout.write(`\n${total.passed} passed, ${total.failed} failed${skipped}\n`);
process.exitCode = total.failed > 0 ? 1 : 0;
