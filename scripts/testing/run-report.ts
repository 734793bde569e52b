/**
 * Report of a test runner for `npm test`: counts, failures, reasons of skipped tests, and time per file. Both
 * reporters also print one line per file as progress.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';

export interface FileOutcome {
  readonly file: string;
  readonly ms: number;
  readonly passed: number;
  readonly failed: number;
  /** Reasons of skipped tests, one per test. */
  readonly leftOut: readonly string[];
}

export interface RunReport {
  readonly files: readonly FileOutcome[];
  /** Names of failed tests, each with its message. */
  readonly failures: readonly string[];
}

/** Environment variable with the report's path; without it no report is written. */
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

/** Returns true for a line from `fileLine`, as opposed to output of a program under test. */
export function isFileLine(line: string): boolean {
  return /^[✓✗] \S+ \([\d.]+ s\): /.test(line);
}

/** Returns the first lines of a test's output, indented and shortened for the end of a log. */
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

/** Returns undefined if there is no readable report. */
export function readReport(file: string): RunReport | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
