/**
 * `npm test`: every check there is, and one closing line that sums what really ran. The checks and the build run
 * beside each other and are told in order; tests run one kind after the other, since each keeps two cores busy by
 * itself. A stage that could not run at all counts as one failure, never as nothing; a stage that has no means to run
 * here (no Chromium to be had) prints why and counts what it left out as skipped.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findOrInstallChromium } from './find-chromium.ts';
import { failedTests, numberAt, readReport, specsThat } from './testing/reports.ts';
import { type Stage, startStage } from './testing/stage.ts';

interface Tally {
  passed: number;
  failed: number;
  skipped: number;
}

const scratch = mkdtempSync(join(tmpdir(), 'srvault-test-'));
const total: Tally = { passed: 0, failed: 0, skipped: 0 };
/** Passed at the second try: each has found a race that is still to be mended. */
const flaky: string[] = [];
/** What failed, told once more at the end: who reads a log from its tail must not search it. */
const failures: string[] = [];

function add(tally: Tally): void {
  total.passed += tally.passed;
  total.failed += tally.failed;
  total.skipped += tally.skipped;
}

/** A stage without tests of its own: one check, passed or failed. */
async function check(stage: Stage): Promise<void> {
  const ok = await stage.tell();
  if (!ok) failures.push(stage.command);
  add({ passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0 });
}

/** A green exit with no test counted, or a red one with no failure counted, is a failure. */
function settle(stage: Stage, tally: Tally, ok: boolean): void {
  const empty = tally.passed + tally.failed + tally.skipped === 0;
  const isFair = (ok || tally.failed > 0) && !empty;
  if (!isFair) failures.push(`${stage.command}, as a whole`);
  add(isFair ? tally : { ...tally, failed: Math.max(1, tally.failed) });
}

async function unit(): Promise<void> {
  const file = join(scratch, 'vitest.json');
  const stage = startStage('vitest', [
    ...['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`],
  ]);
  const ok = await stage.tell();
  const report = readReport(file);
  // vitest's own count leaves out a file that could not even be read.
  const failed = failedTests(report);
  failures.push(...failed);
  const tally = {
    passed: numberAt(report, 'numPassedTests'),
    failed: failed.length,
    skipped: numberAt(report, 'numPendingTests') + numberAt(report, 'numTodoTests'),
  };
  settle(stage, tally, ok);
}

async function specs(config: string): Promise<void> {
  const file = join(scratch, `${config.replaceAll('/', '-')}.json`);
  const stage = startStage('playwright', ['test', '--config', config, '--reporter=list,json'], {
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
  });
  const ok = await stage.tell();
  const report = readReport(file);
  const stats = new Map(Object.entries(report ?? {})).get('stats');
  flaky.push(...specsThat('flaky', report));
  failures.push(...specsThat('unexpected', report));
  const tally = {
    passed: numberAt(stats, 'expected') + numberAt(stats, 'flaky'),
    failed: numberAt(stats, 'unexpected'),
    skipped: numberAt(stats, 'skipped'),
  };
  settle(stage, tally, ok);
}

// All at once: tsc takes longest and needs one core.
const checks = [
  startStage('biome', ['check', '.']),
  startStage('tsc', ['-b']),
  startStage('knip', []),
  startStage('node', ['scripts/build.ts']),
];
for (const each of checks) await check(each);

await unit();
if (findOrInstallChromium()) {
  await specs('test/ui/playwright.config.ts');
} else {
  process.stdout.write(
    '\nNo Chromium is on this machine and none could be installed: the UI specs did not run.\n',
  );
  add({ passed: 0, failed: 1, skipped: 0 });
}
await specs('test/electron/playwright.config.ts');

rmSync(scratch, { recursive: true, force: true });
if (flaky.length > 0)
  process.stdout.write(`\n${flaky.length} flaky, passed at the second try:\n${flaky.join('\n')}\n`);
if (failures.length > 0) process.stdout.write(`\nFailed:\n${failures.join('\n')}\n`);
const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : '';
process.stdout.write(`\n${total.passed} passed, ${total.failed} failed${skipped}\n`);
process.exitCode = total.failed > 0 ? 1 : 0;
