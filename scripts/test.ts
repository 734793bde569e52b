/**
 * `npm test [quick|full|rest]`: runs the quick lane by default, everything with `full`, or the remainder with `rest`.
 * Ends with a line that sums up what ran. Checks and build run in parallel; kinds of test run in sequence, because
 * each uses all processors. A stage that could not run counts as a failure. A test without its required programs is
 * skipped with a reason.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findOrInstallChromium } from './find-chromium.ts';
import { whyNoBareMachine } from './test-bare-machine.ts';
import { type Stage, startStage } from './testing/parallel-command.ts';
import { LEFT_OUT_VARIABLE } from './testing/playwright-reporter.ts';
import { isFileLine, REPORT_VARIABLE } from './testing/run-report.ts';
import { createTally } from './testing/run-summary.ts';

const RUNS = ['quick', 'full', 'rest'] as const;
const BARE_VARIABLE = 'SRVAULT_TEST_BARE';
const NOT_ASKED = `${BARE_VARIABLE}=yes asks for it`;
const NO_CHROMIUM = 'Chromium (Debian: chromium) is not installed';
const UI = 'test/ui/playwright.config.ts';
const ELECTRON = 'test/electron/playwright.config.ts';

const asked = process.argv[2] ?? 'quick';
const run = RUNS.find((name) => name === asked);
if (run === undefined) {
  process.stderr.write(`npm test takes ${RUNS.join(', ')}, not ${asked}.\n`);
  process.exit(2);
}
const isQuick = run === 'quick';

/** Vitest projects, see test/support/lanes.ts. */
const LANES = {
  quick: ['pure*', 'server*'],
  full: ['*'],
  rest: ['peer*', 'process*', 'slice*'],
} as const;
const SPECS = { quick: ['--grep', '@smoke'], full: [], rest: ['--grep-invert', '@smoke'] } as const;

const scratch = mkdtempSync(join(tmpdir(), 'srvault-test-'));
const tally = createTally();
let reports = 0;

/** Runs a test runner and adds the counts of its reporter. */
async function addTests(start: (env: NodeJS.ProcessEnv) => Stage): Promise<void> {
  reports += 1;
  const file = join(scratch, `${reports}.json`);
  const stage = start({ [REPORT_VARIABLE]: file });
  const ok = await stage.tellLines(isFileLine);
  tally.addReport(stage, file, ok);
}

function startSpecs(config: string, more: readonly string[], env: NodeJS.ProcessEnv): Stage {
  const reporter = join(import.meta.dirname, 'testing', 'playwright-reporter.ts');
  return startStage('playwright', ['test', '--config', config, `--reporter=${reporter}`, ...more], env);
}

/** Runs the quick lane in a bare Debian with Node 20; only on request, because it takes as long again. */
async function tryBare(): Promise<void> {
  const reason = whyNoBareMachine() ?? (process.env[BARE_VARIABLE] === 'yes' ? undefined : NOT_ASKED);
  if (reason !== undefined) return tally.addLeftOut(`npm run test:bare: ${reason}`);
  const stage = startStage('node', ['scripts/test-bare-machine.ts', '--as', 'user', '--run', 'test']);
  tally.addCheck(stage.command, await stage.prove());
}

// First, because tests of the desktop program need Chromium long before the specs.
const hasChromium = findOrInstallChromium() !== undefined;

if (run !== 'rest') {
  // In parallel, because tsc takes longest and uses one core.
  const checks = [
    startStage('biome', ['check', '.']),
    startStage('tsc', ['-b']),
    startStage('knip', []),
    startStage('node', ['scripts/build/build.ts']),
  ];
  for (const check of checks) tally.addCheck(check.command, await check.prove());
}

const projects = LANES[run].flatMap((name) => ['--project', name]);
await addTests((env) =>
  startStage('vitest', ['run', ...projects, '--reporter=./scripts/testing/vitest-reporter.ts'], env),
);
await addTests((env) =>
  hasChromium
    ? startSpecs(UI, SPECS[run], env)
    : startSpecs(UI, ['--list', ...SPECS[run]], { ...env, [LEFT_OUT_VARIABLE]: NO_CHROMIUM }),
);
if (!isQuick) {
  await addTests((env) => startSpecs(ELECTRON, [], env));
  await tryBare();
}

rmSync(scratch, { recursive: true, force: true });
process.exitCode = tally.close(isQuick) > 0 ? 1 : 0;
