/**
 * What a runner's reporter hands to `npm test`: counts, failures in their own words, why tests were left out, and how long
 * each file took. Both reporters print one line a file, so that who reads sees where a run is.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';

export interface FileOutcome {
  readonly file: string;
  readonly ms: number;
  readonly passed: number;
  readonly failed: number;
  /** One reason for each test that was left out. */
  readonly leftOut: readonly string[];
}

export interface RunReport {
  readonly files: readonly FileOutcome[];
  /** Names of failed tests, each with what it said. */
  readonly failures: readonly string[];
}

/** Where a reporter writes its report; nowhere unless this is set. */
export const REPORT_VARIABLE = 'SRVAULT_TEST_REPORT';
export const NO_REASON = 'no reason given';

const SAID_LINES_MAX = 40;

export function fileLine({ file, ms, passed, failed, leftOut }: FileOutcome): string {
  const reasons = [...new Set(leftOut)].join('; ');
  const said = [
    `${passed} passed`,
    ...(failed > 0 ? [`${failed} FAILED`] : []),
    ...(leftOut.length > 0 ? [`${leftOut.length} skipped: ${reasons}`] : []),
  ];
  return `${failed > 0 ? '✗' : '✓'} ${file} (${(ms / 1000).toFixed(1)} s): ${said.join(', ')}\n`;
}

/** Whether it is a line of `fileLine`, not what a program under test printed past its runner. */
export function isFileLine(line: string): boolean {
  return /^[✓✗] \S+ \([\d.]+ s\): /.test(line);
}

/** The first lines of what a test said, indented: as many as a reader of the tail of a log takes in. */
export function inWords(said: readonly (string | undefined)[]): string {
  const lines = stripVTControlCharacters(said.filter(Boolean).join('\n')).split('\n');
  return lines
    .slice(0, SAID_LINES_MAX)
    .map((line) => `\n    ${line}`)
    .join('');
}

export function writeReport(report: RunReport): void {
  const file = process.env[REPORT_VARIABLE];
  if (file !== undefined) writeFileSync(file, JSON.stringify(report));
}

/** Undefined where there is none to read. */
export function readReport(file: string): RunReport | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
