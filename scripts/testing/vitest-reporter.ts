/** Vitest reporter of `npm test`: one line per file. A file's own output is printed only if it failed. */
import { relative } from 'node:path';
import type { UserConsoleLog } from 'vitest';
import type { Reporter, SerializedError, TestCase, TestModule, TestSuite } from 'vitest/node';
import { type FileOutcome, fileLine, inWords, NO_REASON, writeReport } from './run-report.ts';

declare module 'vitest' {
  interface TaskMeta {
    /** Reason why a test or suite is skipped. */
    leftOut?: string;
  }
}

type Failed = { readonly message: string; readonly stack?: string | undefined };

export default class VitestLines implements Reporter {
  readonly #files: FileOutcome[] = [];
  readonly #failures: string[] = [];
  readonly #printed = new Map<string, string[]>();

  onUserConsoleLog({ taskId, content }: UserConsoleLog): void {
    // A task's id starts with that of its file.
    const file = taskId?.split('_')[0] ?? '';
    const lines = this.#printed.get(file) ?? [];
    lines.push(content.trimEnd());
    this.#printed.set(file, lines.slice(-10));
  }

  onTestModuleEnd(module: TestModule): void {
    const file = relative(process.cwd(), module.moduleId);
    const tests = [...module.children.allTests()];
    const count = (state: string) => tests.filter((test) => test.result().state === state).length;
    const suites = [module, ...module.children.allSuites()];
    const failures = [
      ...suites.flatMap((suite) => suite.errors().map((error) => `${nameOf(file, suite)}${saidBy([error])}`)),
      ...tests.flatMap((test) => failureOf(file, test)),
    ];
    const printed = this.#printed.get(module.id.split('_')[0] ?? '');
    this.#printed.delete(module.id);
    if (failures.length > 0 && printed !== undefined)
      failures.push(`${file} printed last:${inWords(printed)}`);
    this.#failures.push(...failures);
    const failed = Math.max(count('failed'), failures.length > 0 ? 1 : 0);
    const outcome = {
      ...{ file, failed, passed: count('passed'), leftOut: tests.flatMap(reasonOf) },
      ms: Math.round(module.diagnostic().duration),
    };
    this.#files.push(outcome);
    process.stdout.write(fileLine(outcome));
  }

  onTestRunEnd(_modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const outside = unhandled.map((error) => `outside of any test${saidBy([error])}`);
    if (outside.length > 0)
      this.#files.push({
        file: 'outside of any test',
        ms: 0,
        passed: 0,
        failed: outside.length,
        leftOut: [],
      });
    writeReport({ files: this.#files, failures: [...this.#failures, ...outside] });
  }
}

function nameOf(file: string, task: TestModule | TestSuite | TestCase): string {
  return task.type === 'module' ? file : `${file} › ${task.fullName}`;
}

function saidBy(errors: readonly Failed[]): string {
  return inWords(errors.map(({ message, stack }) => stack ?? message));
}

function failureOf(file: string, test: TestCase): string[] {
  const { state, errors } = test.result();
  return state === 'failed' ? [nameOf(file, test) + saidBy(errors ?? [])] : [];
}

/** Returns the reason of a skipped test, or of the suite around it. */
function reasonOf(test: TestCase): string[] {
  const result = test.result();
  if (result.state !== 'skipped' && result.state !== 'pending') return [];
  const note = result.state === 'skipped' ? result.note : undefined;
  if (note !== undefined) return [note];
  for (let task: TestCase | TestSuite | TestModule = test; task.type !== 'module'; task = task.parent) {
    const { leftOut } = task.meta();
    if (leftOut !== undefined) return [leftOut];
  }
  return [NO_REASON];
}
