/**
 * What a person should look at before signing. Codes and parameters, not sentences: the interface words them.
 * What must never be signed stops it: no patient, no text, an empty Impression, an untold critical result, template
 * text nobody touched, a demanded field left open, a choice outside its list, a wrong sum. All else warns. Runs on the
 * machine, on the text alone, in English and German.
 * Source: clinical-ux.md, B-i 5 and 6.
 */
import type { LexicalNodeJson, LexicalStateJson } from '#report/nodes/lexical-state.ts';
import { textOfState } from '#report/plain-text.ts';
import { listFields } from '#report/review/field-list.ts';
import { decimalsOf } from '#report/review/measurements/decimal-mark.ts';
import { textOfSection } from '#report/review/section-list.ts';
import { parseFieldMeta } from '#report/state/field-meta.ts';
import { checkSexAndOrgans, knowsSex } from './anatomy-checks.ts';
import { checkCopied } from './copied-checks.ts';
import { checkFields } from './field-checks.ts';
import { checkFindingsInImpression, checkImpression, namesFinding } from './impression-checks.ts';
import { checkLaterality, mentionsLaterality } from './laterality/laterality-checks.ts';
import { checkMeasuresAgree } from './measure-agreement.ts';
import { checkMeasurements, checkPlaceholders, hasMeasure } from './measurement-checks.ts';
import {
  FINDINGS_CODE,
  IMPRESSION_CODE,
  QUALITY_CHECKS,
  type QualityCheck,
  type QualityFinding,
  type ReportParts,
  warning,
} from './quality-finding.ts';
import { checkDecimalMarks, checkTables, hasSums } from './table-checks.ts';

export interface QualityInput {
  readonly state: LexicalStateJson;
  readonly title: string | null;
  /** RFC 3339 or `YYYY-MM-DD`. */
  readonly exam_date: string | null;
  readonly biological_sex: string | null;
  /** Whether the exam belongs to a patient. */
  readonly has_patient: boolean;
  /** Whether a critical result is recorded that nobody has been told of. */
  readonly critical_untold: boolean;
  /** Whether the untold one was told of the patient the exam belonged to before. */
  readonly critical_told_elsewhere?: boolean;
  /** Lines copied from a prior that nobody has looked at. */
  readonly copied?: readonly string[];
  /** Signed blocks an addendum stands behind, its dated heading included: they were checked when they were signed. */
  readonly kept_blocks: number;
  readonly now: Date;
}

/** Findings in the order a person works through them, those that stop the signing first. */
export function checkQuality(input: QualityInput): QualityFinding[] {
  const state = writtenState(input);
  const parts = partsOf({ ...input, state });
  const isAddendum = input.kept_blocks > 0;
  const findings = [
    ...checkWhatMustBe(input, state),
    ...checkFields(listFields(state)),
    ...checkTables(state),
    ...checkMeasuresAgree(state),
    ...(isAddendum ? [] : checkImpression(parts)),
    ...checkPlaceholders(parts),
    // An addendum is held against the sides of the text it stands behind.
    ...checkLaterality(partsOf(input)),
    ...checkSexAndOrgans(parts, input.biological_sex),
    ...checkExamDate(input.exam_date, input.now),
    ...checkMeasurements(parts),
    ...checkDecimalMarks(parts),
    ...checkFindingsInImpression(parts),
    ...checkCopied(parts, input.copied ?? []),
  ];
  return [...findings.filter(isBlocking), ...findings.filter((finding) => !isBlocking(finding))];
}

/** Which checks had something to look at: only these may be said to have passed. */
export function appliedChecks(input: QualityInput): ReadonlySet<QualityCheck> {
  const state = writtenState(input);
  const fields = listFields(state);
  const parts = partsOf({ ...input, state });
  const { findings, impression, whole } = parts;
  const applied: Readonly<Record<QualityCheck, boolean>> = {
    fields: fields.length > 0,
    numbers: fields.some((field) => field.kind === 'number' && field.filled),
    impression: impression !== null,
    placeholder: whole.trim() !== '',
    side: mentionsLaterality(parts),
    sex: knowsSex(input.biological_sex),
    date: input.exam_date !== null,
    unit: hasMeasure(whole),
    zero: /\d[.,]\d/.test(whole),
    findings: namesFinding(findings) && impression !== null && impression.trim() !== '',
    sums: hasSums(state),
    decimals: decimalsOf(whole).size > 0,
  };
  return new Set(QUALITY_CHECKS.filter((check) => applied[check]));
}

export function partsOf({ state, title }: Pick<QualityInput, 'state' | 'title'>): ReportParts {
  return {
    title: title ?? '',
    whole: textOfState(state),
    written: textOfState({ root: { ...state.root, children: withoutOpenFields(state.root.children) } }),
    findings: textOfSection(state, FINDINGS_CODE),
    impression: textOfSection(state, IMPRESSION_CODE),
  };
}

/** Without these nothing is signed, whatever else the report says. */
function checkWhatMustBe(input: QualityInput, state: LexicalStateJson): QualityFinding[] {
  const block = (code: QualityFinding['code']): QualityFinding => ({
    code,
    severity: 'block',
    params: {},
    target: null,
  });
  return [
    ...(input.has_patient ? [] : [block('patient_missing')]),
    ...(hasOwnText(state) ? [] : [block('report_empty')]),
    ...(input.critical_untold
      ? [block(input.critical_told_elsewhere ? 'critical_told_elsewhere' : 'critical_untold')]
      : []),
  ];
}

/** Headings and what open fields show are the template's text, not a report. */
function hasOwnText(state: LexicalStateJson): boolean {
  const body = state.root.children.filter((node) => node.type !== 'heading');
  return /[\p{L}\p{N}]/u.test(textOfState({ root: { ...state.root, children: withoutOpenFields(body) } }));
}

/** What is written now: without the signed blocks an addendum stands behind. */
function writtenState({ state, kept_blocks }: QualityInput): LexicalStateJson {
  if (kept_blocks === 0) return state;
  return { ...state, root: { ...state.root, children: state.root.children.slice(kept_blocks) } };
}

/** As long as it was, so that a place in it is a place in the whole. */
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

/** A date alone is compared as a day, so that today is never the future. */
function checkExamDate(examDate: string | null, now: Date): QualityFinding[] {
  if (examDate === null) return [];
  const isDay = /^\d{4}-\d{2}-\d{2}(?:T00:00:00(?:\.000)?Z)?$/.test(examDate);
  const isFuture = isDay ? examDate.slice(0, 10) > localDay(now) : Date.parse(examDate) > now.getTime();
  return isFuture ? [warning('exam_date_in_future', { date: examDate.slice(0, 10) })] : [];
}

function localDay(now: Date): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}
