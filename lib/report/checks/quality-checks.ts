/**
 * Checks a report before signing. Returns codes and parameters; the interface words them. Blocking findings: no
 * patient, no text, an empty impression, a critical result that was not communicated or is not in the text, untouched
 * template text, a copied line nobody looked at, an open required field, a choice outside its list, a wrong sum. All
 * others are warnings. Runs locally on the text alone, in five languages.
 * Source: clinical-ux.md, B-i 5 and 6.
 */
import type { LexicalNodeJson, LexicalStateJson } from '#report/nodes/lexical-state.ts';
import { textOfState } from '#report/plain-text.ts';
import { listFields } from '#report/review/field-list.ts';
import { decimalsOf } from '#report/review/measurements/decimal-mark.ts';
import { textOfSection } from '#report/review/section-list.ts';
import { parseFieldMeta } from '#report/state/field-meta.ts';
import { addendumParts, checkAddendum } from './addendum-checks.ts';
import { checkSexAndOrgans, knowsSex, sexOf } from './anatomy-checks.ts';
import { checkFields } from './field-checks.ts';
import { checkFigureOwners, type KnownPicture } from './identity/figure-owners.ts';
import { checkStatedDates } from './identity/stated-dates.ts';
import { checkStatedPatient, type KnownPatient } from './identity/stated-patient.ts';
import { checkChangesAgree } from './impression/change-agreement.ts';
import { checkCriticalDenied, checkWithinSections } from './impression/contradictions-within.ts';
import { checkFindingsInImpression, checkImpression, namesFinding } from './impression/impression-checks.ts';
import { blank } from './impression/negation.ts';
import { checkSizesAgree } from './impression/size-agreement.ts';
import { checkStatedChange } from './impression/stated-change.ts';
import { checkLaterality, mentionsLaterality } from './laterality/laterality-checks.ts';
import { checkMissingSides } from './laterality/missing-side.ts';
import { checkMeasuresAgree } from './measure-agreement.ts';
import { checkMeasurements, checkPlaceholders, hasMeasure } from './measurement-checks.ts';
import { arePlacesCompared, checkPlaces, namesPlaces } from './place/place-checks.ts';
import { checkCopied } from './prior/copied-text-checks.ts';
import {
  FINDINGS_CODE,
  IMPRESSION_CODE,
  QUALITY_CHECKS,
  type QualityCheck,
  type QualityFinding,
  type ReportParts,
  warning,
} from './quality-finding.ts';
import { checkRecommendedFollowUp } from './recommended-follow-up.ts';
import { withoutUnfilledFields } from './remove-unfilled-fields.ts';
import {
  checkDecimalMarks,
  checkTables,
  checkToday,
  checkTwoNumbers,
  hasSums,
  tablesOf,
} from './table-checks.ts';

export interface QualityInput {
  readonly state: LexicalStateJson;
  readonly title: string | null;
  /** Exam date, RFC 3339 or `YYYY-MM-DD`. */
  readonly exam_date: string | null;
  readonly biological_sex: string | null;
  /** Name, birth date and numbers of the report's patient; without them the text is not compared with one. */
  readonly patient?: Omit<KnownPatient, 'sex'> | undefined;
  /** True when the exam has a patient. */
  readonly has_patient: boolean;
  /** True when a recorded critical result was not communicated. */
  readonly critical_untold: boolean;
  /** True when it was communicated only for the exam's former patient. */
  readonly critical_told_elsewhere?: boolean;
  /** True when it was communicated and nobody heard it read back. */
  readonly critical_not_read_back?: boolean;
  /** A communicated critical result as a line, in each language; one of them must be in the report. */
  readonly critical_lines?: readonly string[];
  /** The finding of the recorded critical result. */
  readonly critical_finding?: string;
  /** False when no follow-up is recorded; left out, recommended ones are not looked for. */
  readonly has_follow_up?: boolean;
  /** Unreviewed lines copied from a prior report. */
  readonly copied?: readonly string[];
  /** Pictures of the exam by their files; left out, key images are not compared. */
  readonly pictures?: readonly KnownPicture[] | 'unread';
  /** Number of signed blocks before an addendum, including its dated heading; they were checked when signed. */
  readonly kept_blocks: number;
  readonly now: Date;
}

/** Findings in the order a person works through them, blocking ones first. */
export function checkQuality(input: QualityInput): QualityFinding[] {
  const state = writtenState(input);
  const parts = partsOf({ ...input, state });
  const isAddendum = input.kept_blocks > 0;
  const findings = [
    ...checkWhatMustBe(input, state),
    ...checkPictures(input, state),
    ...checkFields(listFields(state)),
    ...checkTables(state),
    ...checkToday(state),
    ...checkTwoNumbers(state),
    ...checkMeasuresAgree(state),
    ...checkChangesAgree(state),
    ...checkStatedChange(parts),
    ...(isAddendum ? [] : checkImpression(parts)),
    ...checkPlaceholders(parts),
    ...(isAddendum
      ? checkAddendum(input.title ?? '', signedState(input), state)
      : [...checkLaterality(partsOf(input)), ...checkMissingSides(parts), ...checkPlaces(parts)]),
    ...checkSexAndOrgans(parts, input.biological_sex),
    ...checkExamDate(input.exam_date, input.now),
    ...checkStated(input, parts.whole),
    ...checkWithinSections(parts),
    ...checkCriticalDenied(withoutLines(parts.whole, input.critical_lines), input.critical_finding ?? ''),
    ...checkMeasurements(parts, tablesOf(state.root.children)),
    ...checkDecimalMarks(parts),
    ...checkFindingsInImpression(parts),
    ...checkSizesAgree(parts),
    ...checkCopied(parts, input.copied ?? []),
    ...checkRecommendedFollowUp(state, input.has_follow_up),
  ];
  return [...findings.filter(isBlocking), ...findings.filter((finding) => !isBlocking(finding))];
}

/** Side and size of findings that disagree between parts of a report, or with the signed text; shown while writing. */
export function checkComparisons(
  input: Pick<QualityInput, 'state' | 'title' | 'kept_blocks'>,
): QualityFinding[] {
  if (input.kept_blocks > 0) return checkAddendum(input.title ?? '', signedState(input), writtenState(input));
  const parts = partsOf(input);
  return [...checkLaterality(parts), ...checkPlaces(parts), ...checkSizesAgree(parts)];
}

/** Checks that found something to examine; only these may be shown as passed. */
export function appliedChecks(input: QualityInput): ReadonlySet<QualityCheck> {
  const state = writtenState(input);
  const fields = listFields(state);
  const parts = partsOf({ ...input, state });
  const { findings, impression, whole } = parts;
  const compared = input.kept_blocks > 0 ? addendumParts(parts.title, signedState(input), state) : parts;
  const applied: Readonly<Record<QualityCheck, boolean>> = {
    fields: fields.length > 0,
    numbers: fields.some(
      ({ kind, filled, min, max }) => kind === 'number' && filled && (min ?? max) !== null,
    ),
    impression: impression !== null,
    placeholder: whole.trim() !== '',
    // A level or lobe that was not found again may be on another side too.
    side: mentionsLaterality(compared) && (!namesPlaces(compared) || arePlacesCompared(compared)),
    place: arePlacesCompared(compared),
    sex: knowsSex(input.biological_sex),
    date: input.exam_date !== null,
    unit: hasMeasure(whole, tablesOf(state.root.children)),
    zero: /\d[.,]\d/.test(whole),
    findings: namesFinding(findings) && impression !== null && impression.trim() !== '',
    sums: hasSums(state),
    decimals: decimalsOf(whole).size > 0,
  };
  return new Set(QUALITY_CHECKS.filter((check) => applied[check]));
}

function partsOf({
  state,
  title,
  critical_lines = [],
}: Pick<QualityInput, 'state' | 'title' | 'critical_lines'>): ReportParts {
  const concluded = textOfSection(
    { root: { ...state.root, children: withoutUnfilledFields(state.root.children) } },
    IMPRESSION_CODE,
  );
  return {
    title: title ?? '',
    whole: textOfState(state),
    written: textOfState({ root: { ...state.root, children: withoutOpenFields(state.root.children) } }),
    findings: textOfSection(state, FINDINGS_CODE),
    impression: textOfSection(state, IMPRESSION_CODE),
    concluded: concluded === null ? null : without(critical_lines, concluded),
  };
}

/** Finds what is missing whatever else the report contains; all but a missing read-back blocks. */
function checkWhatMustBe(input: QualityInput, state: LexicalStateJson): QualityFinding[] {
  const block = (code: QualityFinding['code']): QualityFinding => ({
    code,
    severity: 'block',
    params: {},
    target: null,
  });
  return [
    ...(input.has_patient ? [] : [block('patient_missing')]),
    ...(hasOwnText(state, input.critical_lines) ? [] : [block('report_empty')]),
    ...(input.critical_untold
      ? [block(input.critical_told_elsewhere ? 'critical_told_elsewhere' : 'critical_untold')]
      : isLineMissing(input)
        ? [block('critical_not_in_text')]
        : []),
    ...(input.critical_not_read_back && !input.critical_untold
      ? [warning('critical_not_read_back', {})]
      : []),
  ];
}

function checkPictures({ pictures }: QualityInput, state: LexicalStateJson): QualityFinding[] {
  if (pictures === undefined) return [];
  return checkFigureOwners(state, pictures === 'unread' ? undefined : pictures);
}

/** The line of a critical result says who was told, and is neither a report nor its Impression. */
function without(lines: readonly string[], text: string): string {
  return lines.reduce((rest, line) => rest.replace(line, ''), text);
}

function isLineMissing({ state, critical_lines = [] }: QualityInput): boolean {
  const text = textOfState(state);
  return critical_lines.length > 0 && !critical_lines.some((line) => text.includes(line));
}

/** Headings and unfilled fields are template text and do not count. */
function hasOwnText(state: LexicalStateJson, criticalLines: readonly string[] = []): boolean {
  const body = state.root.children.filter((node) => node.type !== 'heading');
  const own = withoutUnfilledFields(body, (field) => !parseFieldMeta(field['field']).filled);
  return /[\p{L}\p{N}]/u.test(
    without(criticalLines, textOfState({ root: { ...state.root, children: own } })),
  );
}

/** The new text: without signed blocks before an addendum. */
function writtenState({ state, kept_blocks }: Pick<QualityInput, 'state' | 'kept_blocks'>): LexicalStateJson {
  if (kept_blocks === 0) return state;
  return { ...state, root: { ...state.root, children: state.root.children.slice(kept_blocks) } };
}

/** The signed text that an addendum adds to. */
function signedState({ state, kept_blocks }: Pick<QualityInput, 'state' | 'kept_blocks'>): LexicalStateJson {
  return { ...state, root: { ...state.root, children: state.root.children.slice(0, kept_blocks) } };
}

/** Blanked to the same length, so that positions stay the same. */
function withoutOpenFields(nodes: readonly LexicalNodeJson[]): LexicalNodeJson[] {
  return nodes.map((node) => {
    if (node.type === 'report-field' && !parseFieldMeta(node['field']).filled)
      return {
        type: 'text',
        text: ' '.repeat(textOfState({ root: { type: 'root', children: [node] } }).length),
      };
    const { children } = node;
    return children === undefined || children === null
      ? node
      : { ...node, children: withoutOpenFields(children) };
  });
}

function isBlocking(finding: QualityFinding): boolean {
  return finding.severity === 'block';
}

/** A date without time is compared as a day, so that today is never in the future. */
function checkExamDate(examDate: string | null, now: Date): QualityFinding[] {
  if (examDate === null) return [];
  const isDay = /^\d{4}-\d{2}-\d{2}(?:T00:00:00(?:\.000)?Z)?$/.test(examDate);
  const isFuture = isDay ? examDate.slice(0, 10) > localDay(now) : Date.parse(examDate) > now.getTime();
  return isFuture ? [warning('exam_date_in_future', { date: examDate.slice(0, 10) })] : [];
}

/** Compares names, dates and ages in the text. The line of a critical result names others, and is left out. */
function checkStated(input: QualityInput, whole: string): QualityFinding[] {
  const text = withoutLines(whole, input.critical_lines);
  const { exam_date, now, patient } = input;
  const birth_date = patient?.birth_date ?? null;
  const known = { names: [], numbers: [], ...patient, birth_date, sex: sexOf(input.biological_sex) };
  return [
    ...checkStatedPatient(text, known, { exam_date, now }),
    ...checkStatedDates(text, { exam_date, birth_date, now }),
  ];
}

/** Blanked to the same length, so that positions stay the same. */
function withoutLines(text: string, lines: readonly string[] = []): string {
  return lines.reduce((rest, line) => rest.replace(line, () => blank(line)), text);
}

function localDay(now: Date): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}
