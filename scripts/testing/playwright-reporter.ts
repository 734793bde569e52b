/**
 * Playwright reporter of `npm test`: one line per file once its last spec has ended. A spec that passes only at its
 * second try counts as failed, because it has a race. With `SRVAULT_SPECS_LEFT_OUT` and `--list` every spec is
 * skipped for that reason.
 */
import { relative } from 'node:path';
import type { FullConfig, Reporter, Suite, TestCase, TestError } from '@playwright/test/reporter';
import { type FileOutcome, fileLine, inWords, NO_REASON, writeReport } from './run-report.ts';

export const LEFT_OUT_VARIABLE = 'SRVAULT_SPECS_LEFT_OUT';

export default class SpecLines implements Reporter {
  readonly #files: FileOutcome[] = [];
  readonly #failures: string[] = [];
  readonly #waiting = new Map<string, { tests: readonly TestCase[]; left: number }>();

  onBegin(_config: FullConfig, suite: Suite): void {
    const byFile = Map.groupBy(suite.allTests(), (test) => relative(process.cwd(), test.location.file));
    for (const [file, tests] of byFile) this.#waiting.set(file, { tests, left: tests.length });
    const reason = process.env[LEFT_OUT_VARIABLE];
    if (reason === undefined) return;
    for (const [file, { tests }] of this.#waiting)
      this.#tell({ file, ms: 0, passed: 0, failed: 0, leftOut: tests.map(() => reason) });
  }

  onTestEnd(test: TestCase): void {
    const file = relative(process.cwd(), test.location.file);
    const waiting = this.#waiting.get(file);
    if (waiting === undefined || willRunAgain(test)) return;
    waiting.left -= 1;
    if (waiting.left === 0) this.#end(file, waiting.tests);
  }

  onError(error: TestError): void {
    this.#failures.push(`outside of any spec${inWords([error.message, error.stack])}`);
  }

  onEnd(): void {
    const isListed = process.env[LEFT_OUT_VARIABLE] !== undefined;
    for (const [file, { tests, left }] of this.#waiting) if (left > 0 && !isListed) this.#end(file, tests);
    writeReport({ files: this.#files, failures: this.#failures });
  }

  printsToStdio(): boolean {
    return true;
  }

  #end(file: string, tests: readonly TestCase[]): void {
    const ended = (outcome: string) => tests.filter((test) => test.outcome() === outcome);
    const failed = [...ended('unexpected'), ...ended('flaky')];
    this.#failures.push(...failed.map((test) => failureOf(file, test)));
    this.#tell({
      ...{ file, passed: ended('expected').length, failed: failed.length },
      leftOut: ended('skipped').map(reasonOf),
      ms: tests.flatMap(({ results }) => results).reduce((sum, { duration }) => sum + duration, 0),
    });
  }

  #tell(outcome: FileOutcome): void {
    this.#files.push(outcome);
    process.stdout.write(fileLine(outcome));
  }
}

function willRunAgain(test: TestCase): boolean {
  const last = test.results.at(-1);
  const isBad = last !== undefined && last.status !== test.expectedStatus && last.status !== 'skipped';
  return isBad && last.retry < test.retries;
}

function failureOf(file: string, test: TestCase): string {
  const [first] = test.results;
  const said = first?.errors.map(({ message, stack }) => stack ?? message) ?? [];
  const how = test.outcome() === 'flaky' ? ' (flaky: passed at the second try)' : '';
  return `${file}:${test.location.line} › ${test.title}${how}${inWords(said)}`;
}

function reasonOf(test: TestCase): string {
  const notes = [...test.annotations, ...test.results.flatMap(({ annotations }) => annotations)];
  return notes.find(({ type, description }) => type === 'skip' && description)?.description ?? NO_REASON;
}
