/** What the reports of vitest and Playwright say, both JSON: counts, and failed tests by their names and first words. */
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

const WORDS_LINES_MAX = 24;

/** Undefined where there is none to read. */
export function readReport(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

export function numberAt(report: unknown, key: string): number {
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
export function failedTests(report: unknown): string[] {
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

/** Specs that ended so, each with what its first try says, wherever in Playwright's tree of suites they stand. */
export function specsThat(ended: 'flaky' | 'unexpected', report: unknown): string[] {
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
