/** Correct reports, and reports with one error, of the second set of phrases; each with the codes that tell the error. */

import { ORDINARY, type ReportText } from '#lanes/seeded/seeded-report.ts';
import type { QualityCode } from '#report/checks/quality-finding.ts';
import { SECOND_PHRASES, type SecondPhrases } from './second-phrases.ts';

export interface SecondReport {
  readonly name: string;
  readonly report: ReportText;
  /** Empty for a correct report. */
  readonly told_by: readonly QualityCode[];
}

type Own = Partial<ReportText> & Pick<ReportText, 'findings' | 'impression'>;
type Seeded = readonly [kind: string, report: Own, told_by: readonly QualityCode[]];

const SIDE: readonly QualityCode[] = ['side_mismatch', 'finding_side_mismatch'];
const SIZE: readonly QualityCode[] = ['measure_disagrees', 'size_contradicted'];
/** Normal sentences of a report. */
const NORMAL = 4;

export function secondReports(): SecondReport[] {
  return Object.entries(SECOND_PHRASES).flatMap(([language, phrases]) =>
    seededOf(language, phrases).map(([kind, own, told_by], at) => ({
      name: `second set, report ${at}, ${language}, ${kind}`,
      report: ordinary(phrases, own, at),
      told_by,
    })),
  );
}

function seededOf(language: string, phrases: SecondPhrases): Seeded[] {
  return [
    ...phrases.sides.flatMap((texts) => [...sided(texts, 0), ...sided(texts, 1)]),
    ...phrases.named.flatMap(named),
    ...phrases.placed.flatMap(placed),
    ...phrases.sized.flatMap((texts) => sized(texts, language === 'en' ? '.' : ',')),
    ...ofSex(phrases.female, 'female', 'male'),
    ...ofSex(phrases.male, 'male', 'female'),
  ];
}

function sided([title, findings, impression]: SecondPhrases['sides'][number], side: 0 | 1): Seeded[] {
  const other = side === 0 ? 1 : 0;
  const of = (titled: 0 | 1, concluded: 0 | 1) => ({
    title: withSide(title, titled),
    findings: [withSide(findings, side)],
    impression: [withSide(impression, concluded)],
  });
  return [
    ['side', of(side, side), []],
    ['side', of(side, other), SIDE],
    ...(title.includes('{') ? ([['side of the title', of(other, side), SIDE]] as const) : []),
  ];
}

function named([yes, no, concluded]: SecondPhrases['named'][number]): Seeded[] {
  return [
    ['finding', { findings: [yes], impression: [concluded] }, []],
    ['finding', { findings: [no], impression: [no] }, []],
    ['finding', { findings: [no], impression: [] }, []],
    ['omission', { findings: [yes], impression: [] }, ['finding_not_in_impression']],
    ['negation', { findings: [yes], impression: [no] }, ['finding_contradicted']],
    ['negation', { findings: [no], impression: [concluded] }, ['finding_contradicted']],
  ];
}

function placed([findings, impression, place, other]: SecondPhrases['placed'][number]): Seeded[] {
  const of = (concluded: string) => ({
    findings: [filled(findings, place)],
    impression: [filled(impression, concluded)],
  });
  return [
    ['place', of(place), []],
    ['place', of(other), ['place_mismatch']],
  ];
}

function sized([findings, impression]: SecondPhrases['sized'][number], point: string): Seeded[] {
  const of = (found: string, concluded: string) => ({
    findings: [filled(findings, found)],
    impression: [filled(impression, concluded)],
  });
  return [
    ['size', of('34 mm', '34 mm'), []],
    ['size', of('34 mm', `3${point}4 cm`), []],
    ['size', of('34 mm', '43 mm'), SIZE],
    ['unit', of('34 mm', '34 cm'), SIZE],
    ['unit', of('34', '34 mm'), ['unit_missing']],
    ['zero', of(`${point}8 cm`, '8 mm'), ['leading_zero_missing']],
  ];
}

function ofSex(sentences: readonly string[], own: ReportText['biological_sex'], other: typeof own): Seeded[] {
  return sentences.flatMap((sentence): Seeded[] => [
    ['sex', { findings: [sentence], impression: [], biological_sex: own }, []],
    ['sex', { findings: [sentence], impression: [], biological_sex: other }, ['sex_organ_mismatch']],
  ]);
}

function ordinary(phrases: SecondPhrases, own: Own, at: number): ReportText {
  const normal = Array.from({ length: NORMAL }, (_, step) => nth(phrases.normal, at * NORMAL + step));
  return {
    ...ORDINARY,
    ...own,
    findings: [...own.findings, ...normal],
    impression: [...own.impression, nth(phrases.nothingElse, at)],
  };
}

function withSide(text: string, side: 0 | 1): string {
  return text.replaceAll(
    /\{([^|}]+)\|([^}]+)\}/g,
    (_, left: string, right: string) => [left, right][side] ?? '',
  );
}

function filled(text: string, value: string): string {
  return text.replaceAll('{}', value);
}

function nth(list: readonly string[], at: number): string {
  return list[at % list.length] ?? '';
}
