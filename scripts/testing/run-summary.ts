/**
 * Sums up a run of `npm test` and prints the summary: slowest files, skipped tests with reasons, failures, one
 * closing line.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import type { Stage } from './parallel-command.ts';
import { type FileOutcome, type RunReport, readReport } from './run-report.ts';

const SLOWEST = 10;
/** Environment variable by which `.ci/run` passes the sum of the first lane to the second. */
const VARIABLE = 'SRVAULT_TEST_TALLY';

export interface Tally {
  /** Adds a stage without tests: one check, passed or failed. */
  readonly addCheck: (what: string, ok: boolean) => void;
  /** Adds a runner's report. Success without any test, or failure without a failed one, counts as a failure. */
  readonly addReport: (stage: Stage, file: string, ok: boolean) => void;
  /** Adds a check that could not run here, with its reason. */
  readonly addLeftOut: (reason: string) => void;
  /** Prints the summary of the run. @returns the number of failures */
  readonly close: (isMoreToCome: boolean) => number;
}

interface Sum {
  passed: number;
  failed: number;
  skipped: number;
  readonly files: FileOutcome[];
  readonly failures: string[];
  readonly reasons: string[];
}

export function createTally(): Tally {
  const sum: Sum = { passed: 0, failed: 0, skipped: 0, files: [], failures: [], reasons: [] };

  function fail(what: string): void {
    sum.failed += 1;
    sum.failures.push(what);
  }

  function leaveOut(reason: string): void {
    sum.skipped += 1;
    sum.reasons.push(reason);
  }

  function addReport({ command }: Stage, file: string, ok: boolean): void {
    const report: RunReport = readReport(file) ?? { files: [], failures: [] };
    const counted = report.files.reduce(
      (count, one) => count + one.passed + one.failed + one.leftOut.length,
      0,
    );
    const failed = report.files.reduce((count, one) => count + one.failed, 0);
    for (const one of report.files) {
      sum.passed += one.passed;
      for (const reason of one.leftOut) leaveOut(reason);
    }
    sum.failed += failed;
    sum.files.push(...report.files);
    sum.failures.push(...report.failures);
    if (counted === 0 || (!ok && failed === 0)) fail(`${command}, as a whole`);
  }

  function close(isMoreToCome: boolean): number {
    tellSlowest(sum.files);
    tellLeftOut(sum.reasons);
    if (sum.failures.length > 0) process.stdout.write(`\nFailed:\n${sum.failures.join('\n')}\n`);
    const kept = process.env[VARIABLE];
    if (kept !== undefined && isMoreToCome) {
      writeFileSync(kept, JSON.stringify(sum));
      process.stdout.write('\nThe quick lane has ended. What else there is follows, and one sum of both.\n');
      return sum.failed;
    }
    if (kept !== undefined) addKept(kept);
    process.stdout.write(`\n${sum.passed} passed, ${sum.failed} failed, ${sum.skipped} skipped\n`);
    return sum.failed;
  }

  function addKept(file: string): void {
    try {
      const kept: Sum = JSON.parse(readFileSync(file, 'utf8'));
      sum.passed += kept.passed;
      sum.failed += kept.failed;
      sum.skipped += kept.skipped;
      if (kept.failures.length > 0)
        process.stdout.write(`\nFailed before, in the quick lane:\n${kept.failures.join('\n')}\n`);
    } catch {
      fail('the quick lane, which did not come to its end');
      process.stdout.write('\nThe quick lane did not come to its end.\n');
    }
  }

  return {
    addCheck(what, ok) {
      if (ok) sum.passed += 1;
      else fail(what);
    },
    addReport,
    addLeftOut: leaveOut,
    close,
  };
}

function tellSlowest(files: readonly FileOutcome[]): void {
  const slowest = files.toSorted((left, right) => right.ms - left.ms).slice(0, SLOWEST);
  const lines = slowest.map(({ file, ms }) => `${(ms / 1000).toFixed(1).padStart(8)} s  ${file}`);
  process.stdout.write(`\nThe ${slowest.length} slowest files:\n${lines.join('\n')}\n`);
}

/** Prints the reasons; one that names Debian packages says what to install. */
function tellLeftOut(reasons: readonly string[]): void {
  if (reasons.length === 0) return;
  const byReason = [...Map.groupBy(reasons, (reason) => reason)].map(
    ([reason, all]) => `${String(all.length).padStart(6)}  ${reason}`,
  );
  process.stdout.write(`\nSkipped:\n${byReason.join('\n')}\n`);
  const named = reasons.flatMap((reason) =>
    [...reason.matchAll(/\(Debian: ([^)]+)\)/g)].flatMap(([, packages = '']) => packages.split(', ')),
  );
  const packages = [...new Set(named)].toSorted();
  if (packages.length > 0)
    process.stdout.write(`\nTo run them on Debian: apt-get install ${packages.join(' ')}\n`);
}
