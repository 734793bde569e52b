/**
 * Generates a correct report, and the same with one error of a kind known from studies of radiology reports. States
 * which kinds the checks before signing cover. The same number generates the same report.
 */
import type { QualityCode } from '#report/checks/quality-finding.ts';
import { PHRASES, type Phrases, type Side } from './report-phrases.ts';

export interface ReportText {
  readonly title: string;
  readonly findings: readonly string[];
  readonly impression: readonly string[];
  readonly table: readonly (readonly string[])[] | undefined;
  readonly biological_sex: 'male' | 'female';
  readonly has_patient: boolean;
}

/** What a report has unless its error is there. */
export const ORDINARY = {
  title: 'CT',
  table: undefined,
  biological_sex: 'female',
  has_patient: true,
} as const satisfies Partial<ReportText>;

export interface SeededReport {
  readonly language: string;
  readonly kind: ErrorKind;
  readonly right: ReportText;
  readonly wrong: ReportText;
  /** Codes by which checks report the error; empty if no check covers it. */
  readonly told_by: readonly QualityCode[];
}

export const ERROR_KINDS = [
  ...(['side', 'place', 'negation', 'number', 'unit', 'omission', 'wrong patient', 'wrong prior'] as const),
] as const;
export type ErrorKind = (typeof ERROR_KINDS)[number];

/** Number of variants of each kind of error. */
const WAYS = 3;

export function seededReport(at: number): SeededReport {
  const phrases = PHRASES[at % PHRASES.length];
  const kind = ERROR_KINDS[Math.floor(at / PHRASES.length) % ERROR_KINDS.length];
  if (phrases === undefined || kind === undefined) throw new Error('There is no such report.');
  const round = Math.floor(at / (PHRASES.length * ERROR_KINDS.length));
  const pick = (count: number, salt: number) => (round * 7 + at * 3 + salt) % count;
  return { language: phrases.language, kind, ...BUILDERS[kind](phrases, round % WAYS, pick) };
}

type Chooser = (count: number, salt: number) => number;
type Builder = (phrases: Phrases, way: number, pick: Chooser) => Omit<SeededReport, 'language' | 'kind'>;

const BUILDERS: Readonly<Record<ErrorKind, Builder>> = {
  side: (phrases, way, pick) => {
    const side: Side = pick(2, 1) === 0 ? 'left' : 'right';
    const other: Side = side === 'left' ? 'right' : 'left';
    const of = (title: Side, findings: Side, impression: Side) =>
      ordinary(phrases, pick, {
        title: sided(phrases, phrases.sidedTitle, title),
        findings: [sided(phrases, phrases.sidedFinding, findings)],
        impression: [sided(phrases, phrases.sidedImpression, impression)],
      });
    const wrong = [of(other, side, side), of(side, side, other), of(side, other, other)][way];
    return { right: of(side, side, side), wrong: wrong ?? of(side, side, other), told_by: ['side_mismatch'] };
  },
  place: (phrases, way, pick) => {
    const levels = ['L2/3', 'L3/4', 'L4/5'];
    const place = at(levels, pick(levels.length, 2));
    const other = at(levels, (pick(levels.length, 2) + 1) % levels.length);
    const said = (name: string) => phrases.placed.replace('{place}', name);
    const of = (findings: string, impression: string) =>
      ordinary(phrases, pick, { findings: [said(findings)], impression: [said(impression)] });
    const impossible = 'L7/8';
    return way === 2
      ? { right: of(place, place), wrong: of(impossible, impossible), told_by: ['place_impossible'] }
      : { right: of(place, place), wrong: of(place, other), told_by: ['place_mismatch'] };
  },
  negation: (phrases, way, pick) => {
    const named = at(phrases.findings, pick(phrases.findings.length, 2));
    const of = (findings: string, impression: string) =>
      ordinary(phrases, pick, { findings: [findings], impression: [impression] });
    const isDenied = way === 0;
    return {
      right: isDenied ? of(named.no, named.no) : of(named.yes, named.yes),
      wrong: isDenied ? of(named.no, named.yes) : of(named.yes, named.no),
      told_by: ['finding_contradicted'],
    };
  },
  number: (phrases, way, pick) => {
    const [first, second] = [20 + pick(15, 3), 12 + pick(9, 4)];
    const said = phrases.lesion.replace('{n}', `${first} mm`);
    const right = ordinary(phrases, pick, {
      findings: [said],
      impression: [said],
      table: tableOf(phrases, first, second),
    });
    if (way === 0)
      return {
        right,
        wrong: { ...right, impression: [phrases.lesion.replace('{n}', `${first + 6} mm`)] },
        told_by: ['measure_disagrees'],
      };
    const table = (right.table ?? []).map((row, place, rows) =>
      place === rows.length - 1 && way === 1
        ? row.map((cell, column) => (column === 2 ? String(first + second + 10) : cell))
        : row.map((cell, column) => (way === 2 && place === 1 && column === 3 ? '12.5' : cell)),
    );
    return { right, wrong: { ...right, table }, told_by: ['sum_wrong'] };
  },
  unit: (phrases, way, pick) => {
    const size = 12 + pick(20, 5);
    const sentence = (text: string) => phrases.sized.replace('{n}', text);
    if (way === 1) {
      const said = (unit: string) => phrases.lesion.replace('{n}', `${size} ${unit}`);
      const of = (unit: string) =>
        ordinary(phrases, pick, {
          findings: [said('mm')],
          impression: [said(unit)],
          table: tableOf(phrases, size, 14),
        });
      return { right: of('mm'), wrong: of('cm'), told_by: ['measure_disagrees'] };
    }
    const [good, bad] = way === 0 ? [`${size} mm`, `${size}`] : ['0.6 cm', '.6 cm'];
    const of = (text: string) =>
      ordinary(phrases, pick, { findings: [sentence(text)], impression: [sentence(good)] });
    return {
      right: of(good),
      wrong: of(bad),
      told_by: [way === 0 ? 'unit_missing' : 'leading_zero_missing'],
    };
  },
  omission: (phrases, _way, pick) => {
    const named = at(phrases.findings, pick(phrases.findings.length, 6));
    const of = (impression: string[]) => ordinary(phrases, pick, { findings: [named.yes], impression });
    return { right: of([named.yes]), wrong: of([]), told_by: ['finding_not_in_impression'] };
  },
  'wrong patient': (phrases, way, pick) => {
    const isFemale = pick(2, 7) === 0;
    const of = (female: boolean) =>
      ordinary(phrases, pick, {
        findings: [female ? phrases.female : phrases.male],
        biological_sex: isFemale ? 'female' : 'male',
      });
    const right = of(isFemale);
    return way === 2
      ? { right, wrong: { ...right, has_patient: false }, told_by: ['patient_missing'] }
      : { right, wrong: of(!isFemale), told_by: ['sex_organ_mismatch'] };
  },
  // A value of another day or another patient's prior looks like any other, so no check covers it.
  'wrong prior': (phrases, _way, pick) => {
    const [first, second] = [20 + pick(15, 8), 12 + pick(9, 9)];
    const of = (baseline: number) =>
      ordinary(phrases, pick, { table: tableOf(phrases, first, second, baseline) });
    return { right: of(6), wrong: of(9), told_by: [] };
  },
};

function ordinary(phrases: Phrases, pick: Chooser, own: Partial<ReportText>): ReportText {
  const start = pick(phrases.normal.length, 0);
  const normal = [0, 1, 2].map((step) => at(phrases.normal, (start + step) % phrases.normal.length));
  return {
    ...ORDINARY,
    ...own,
    findings: [...(own.findings ?? []), ...normal],
    impression: [...(own.impression ?? []), phrases.nothingElse],
  };
}

/** Table of today's lengths with their growth since the baseline. */
function tableOf({ table }: Phrases, first: number, second: number, grown = 6): string[][] {
  const [lesion, baseline, today, change, sum] = table;
  const row = (name: string, before: number, now: number) => [
    name,
    String(before),
    String(now),
    (((now - before) / before) * 100).toFixed(1),
  ];
  const [one, two] = [first - grown, second - 2];
  return [
    [lesion, baseline, today, change],
    row('1', one, first),
    row('2', two, second),
    row(sum, one + two, first + second),
  ];
}

function sided(phrases: Phrases, text: string, side: Side): string {
  return text.replace('{side}', phrases.side[side]);
}

function at<Entry>(list: readonly Entry[], place: number): Entry {
  const entry = list[place];
  if (entry === undefined) throw new Error('There is no such phrase.');
  return entry;
}
