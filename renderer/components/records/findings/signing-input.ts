/**
 * Collects the input of the checks before signing. Shared by the sign gate, by sealing an addendum, and by the
 * correction of a signed exam, so that one report is never checked in two ways.
 */
import type { ExamRecord, Identifiers } from '#contract/documents/records.ts';
import { criticalLines } from '#records/reports/critical-line.ts';
import {
  communicatedForOtherPatient,
  isNotCommunicated,
  readCriticalFor,
} from '#records/reports/critical-result.ts';
import { readFollowUps } from '#records/reports/follow-ups.ts';
import { readCopied } from '#records/reports/unreviewed-copied-lines.ts';
import type { QualityInput } from '#report/checks/quality-checks.ts';
import type { LexicalStateJson } from '#report/nodes/lexical-state.ts';

/** What the checks compare with the text; a patient not read yet is compared with nothing. */
export interface CheckedPatient {
  readonly name: string;
  readonly legal_name: string;
  readonly birth_date: string | null;
  readonly identifiers: Identifiers;
  readonly biological_sex: string | null;
}

interface CheckedReport {
  readonly state: LexicalStateJson;
  readonly record: Pick<ExamRecord, 'title' | 'exam_date' | 'custom_attributes'>;
  readonly patient_id: string | null;
  /** Number of signed blocks above an addendum. */
  readonly kept_blocks: number;
  readonly pictures?: QualityInput['pictures'];
}

export function signingInput(
  { state, record, patient_id, kept_blocks, pictures }: CheckedReport,
  patient: CheckedPatient | undefined,
): QualityInput {
  const critical = readCriticalFor(record.custom_attributes, patient_id);
  return {
    state,
    title: record.title,
    exam_date: record.exam_date,
    biological_sex: patient?.biological_sex ?? null,
    patient: patient && {
      names: [patient.name, patient.legal_name].filter((name) => name !== ''),
      birth_date: patient.birth_date,
      numbers: numbersOf(patient.identifiers),
    },
    has_patient: patient_id !== null,
    critical_untold: isNotCommunicated(critical),
    critical_told_elsewhere: communicatedForOtherPatient(critical) !== undefined,
    critical_not_read_back: critical !== undefined && !critical.read_back,
    critical_lines: criticalLines(critical),
    critical_finding: critical?.finding ?? '',
    has_follow_up: readFollowUps(record.custom_attributes).length > 0,
    copied: readCopied(record.custom_attributes),
    ...(pictures === undefined ? {} : { pictures }),
    kept_blocks,
    now: new Date(),
  };
}

function numbersOf(identifiers: Identifiers): string[] {
  if (identifiers === null) return [];
  return Array.isArray(identifiers) ? identifiers.map(({ value }) => value) : Object.values(identifiers);
}
