/**
 * Collects the input of the checks before signing from the open report. Shared by the sign gate and by
 * sealing an addendum.
 */

import type { Identifiers } from '#contract/documents/records.ts';
import { criticalLines } from '#records/reports/critical-line.ts';
import {
  communicatedForOtherPatient,
  isNotCommunicated,
  readCriticalFor,
} from '#records/reports/critical-result.ts';
import { readCopied } from '#records/reports/unreviewed-copied-lines.ts';
import type { EditingSession } from '#renderer/editor/editing-session/editing-session.ts';
import { checkQuality, type QualityInput } from '#report/checks/quality-checks.ts';

/** What the checks compare with the text; a patient not read yet is compared with nothing. */
export interface CheckedPatient {
  readonly name: string;
  readonly legal_name: string;
  readonly birth_date: string | null;
  readonly identifiers: Identifiers;
  readonly biological_sex: string | null;
}

export function signingInput(
  { store, text }: EditingSession,
  patient: CheckedPatient | undefined,
): QualityInput {
  const { meta, index } = store.getState();
  const patientId = index?.meta.patient_id ?? null;
  const critical = readCriticalFor(meta.custom_attributes, patientId);
  return {
    state: text.state(),
    title: meta.title,
    exam_date: meta.exam_date,
    biological_sex: patient?.biological_sex ?? null,
    patient: patient && {
      names: [patient.name, patient.legal_name].filter((name) => name !== ''),
      birth_date: patient.birth_date,
      numbers: numbersOf(patient.identifiers),
    },
    has_patient: patientId !== null,
    critical_untold: isNotCommunicated(critical),
    critical_told_elsewhere: communicatedForOtherPatient(critical) !== undefined,
    critical_lines: criticalLines(critical),
    critical_finding: critical?.finding ?? '',
    copied: readCopied(meta.custom_attributes),
    kept_blocks: text.kept().length,
    now: new Date(),
  };
}

/** Returns true if the checks before signing find nothing to show. */
export function hasNothingToCheck(work: EditingSession, patient: CheckedPatient | undefined): boolean {
  return checkQuality(signingInput(work, patient)).length === 0;
}

function numbersOf(identifiers: Identifiers): string[] {
  if (identifiers === null) return [];
  return Array.isArray(identifiers) ? identifiers.map(({ value }) => value) : Object.values(identifiers);
}
