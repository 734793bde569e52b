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
import { appliedChecks, checkQuality, type QualityInput } from '#report/checks/quality-checks.ts';
import type { QualityCheck, QualityFinding } from '#report/checks/quality-finding.ts';
import { parseLexicalState } from '#report/nodes/lexical-state.ts';
import type { CheckedText } from './checked-text.ts';

/** The outcome of the checks, with the report they were run on. */
export interface Checked extends CheckedText {
  readonly findings: readonly QualityFinding[];
  readonly applied: ReadonlySet<QualityCheck>;
}

/** What the checks compare with the text; a patient not read yet is compared with nothing. */
export interface CheckedPatient {
  readonly name: string;
  readonly legal_name: string;
  readonly birth_date: string | null;
  readonly identifiers: Identifiers;
  readonly biological_sex: string | null;
}

function signingInput(
  { store, text }: EditingSession,
  patient: CheckedPatient | undefined,
  lexical: string,
): QualityInput {
  const { meta, index } = store.getState();
  const patientId = index?.meta.patient_id ?? null;
  const critical = readCriticalFor(meta.custom_attributes, patientId);
  return {
    state: parseLexicalState(lexical),
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

/** Checks the report as it is now. What is signed later must be this very text. */
export function checkForSigning(work: EditingSession, patient: CheckedPatient | undefined): Checked {
  const text = work.text.lexical();
  const input = signingInput(work, patient, text);
  const { meta } = work.store.getState();
  return { text, meta, findings: checkQuality(input), applied: appliedChecks(input) };
}

function numbersOf(identifiers: Identifiers): string[] {
  if (identifiers === null) return [];
  return Array.isArray(identifiers) ? identifiers.map(({ value }) => value) : Object.values(identifiers);
}
