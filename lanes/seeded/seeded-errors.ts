/**
 * Lane of seeded errors: runs the checks before signing on generated reports in five languages, each correct and with
 * one error. The checks must find nine in ten of the errors they cover, and report at most two of a hundred correct
 * reports.
 */

import type { Lane, LaneOutcome } from '#lanes/runner/lane.ts';
import { checkQuality } from '#report/checks/quality-checks.ts';
import { parseLexicalState } from '#report/nodes/lexical-state.ts';
import { reportFromHtml } from '#report/pure/build-report-without-dom.ts';
import { secondReports } from './second/second-reports.ts';
import { ERROR_KINDS, type ReportText, type SeededReport, seededReport } from './seeded-report.ts';

const FOUND_MIN = 0.9;
const FALSE_MAX_PER_100 = 2;
const NOW = new Date('2026-11-27T00:00:00.000Z');

export interface Tally {
  readonly claimed: number;
  readonly found: number;
  /** Correct reports. */
  readonly right: number;
  /** Of these, with a finding. */
  readonly asked: number;
  readonly missed: readonly string[];
  readonly told: readonly string[];
  /** Seeded errors that no check covers. */
  readonly unclaimed: number;
}

export function runSeeded(reports: number): Tally {
  const all = Array.from({ length: reports }, (_, at) => ({ at, ...seededReport(at) }));
  const claimed = all.filter(({ told_by }) => told_by.length > 0);
  const missed = claimed.filter((report) => !isTold(report.wrong, report.told_by)).map(nameOf);
  const told = all.flatMap((report) => askedOf(nameOf(report), report.right));
  const second = secondReports();
  const wrong = second.filter(({ told_by }) => told_by.length > 0);
  const right = second.filter(({ told_by }) => told_by.length === 0);
  missed.push(...wrong.filter(({ report, told_by }) => !isTold(report, told_by)).map(({ name }) => name));
  told.push(...right.flatMap(({ name, report }) => askedOf(name, report)));
  return {
    claimed: claimed.length + wrong.length,
    found: claimed.length + wrong.length - missed.length,
    right: reports + right.length,
    asked: told.length,
    missed,
    told,
    unclaimed: reports - claimed.length,
  };
}

function askedOf(name: string, report: ReportText): string[] {
  const codes = codesOf(report);
  return codes.length === 0 ? [] : [`${name}: ${codes.join(', ')}`];
}

function isTold(report: ReportText, told_by: readonly string[]): boolean {
  return codesOf(report).some((code) => told_by.includes(code));
}

function nameOf({ at, language, kind }: SeededReport & { readonly at: number }): string {
  return `report ${at}, ${language}, ${kind}`;
}

function codesOf(report: ReportText) {
  return checkQuality({
    state: parseLexicalState(reportFromHtml(htmlOf(report)).report_lexical),
    title: report.title,
    exam_date: '2026-11-20',
    biological_sex: report.biological_sex,
    has_patient: report.has_patient,
    critical_untold: false,
    kept_blocks: 0,
    now: NOW,
  }).map(({ code }) => code);
}

function htmlOf({ findings, impression, table }: ReportText): string {
  const lines = (texts: readonly string[]) => texts.map((text) => `<p>${text}</p>`).join('');
  const cells = (row: readonly string[]) => row.map((cell) => `<td><p>${cell}</p></td>`).join('');
  const rows = (table ?? []).map((row) => `<tr>${cells(row)}</tr>`).join('');
  return [
    '<h2 data-section-code="59776-5">A</h2>',
    lines(findings),
    rows === '' ? '' : `<table><tbody>${rows}</tbody></table>`,
    '<h2 data-section-code="19005-8">B</h2>',
    lines(impression),
  ].join('');
}

export const SEEDED: Lane = {
  name: 'seeded-errors',
  proves:
    'Of the kinds of error the checks before signing claim to tell they tell nine in ten, and ask about at most two of a hundred right reports.',
  unit: 'reports',
  times: 1000,
  run: async (times, say): Promise<LaneOutcome> => {
    const tally = runSeeded(times);
    for (const line of [...tally.missed.map((name) => `missed: ${name}`), ...tally.told]) say(line);
    const rate = tally.claimed === 0 ? 1 : tally.found / tally.claimed;
    const per100 = (tally.asked / tally.right) * 100;
    const percent = (rate * 100).toFixed(1);
    return {
      ran: `${times} drawn reports in five languages and a second set of phrases, ${tally.claimed} with an error of ${ERROR_KINDS.length - 1} claimed kinds: ${tally.found} told (${percent} %); of ${tally.right} right ones ${tally.asked} asked about; ${tally.unclaimed} with a wrong prior, which no check claims`,
      found: [
        ...(rate < FOUND_MIN ? [`only ${percent} % told`, ...tally.missed] : []),
        ...(per100 > FALSE_MAX_PER_100
          ? [`${per100.toFixed(1)} of 100 right ones asked about`, ...tally.told]
          : []),
      ],
    };
  },
};
