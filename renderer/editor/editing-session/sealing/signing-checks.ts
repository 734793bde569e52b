/**
 * Collects the input of the checks before signing from the open report. Shared by the sign gate and by
 * sealing an addendum.
 */

import { criticalLines } from '#records/reports/critical-line.ts';
import {
  communicatedForOtherPatient,
  isNotCommunicated,
  readCriticalFor,
} from '#records/reports/critical-result.ts';
import { readCopied } from '#records/reports/unreviewed-copied-lines.ts';
import type { EditingSession } from '#renderer/editor/editing-session/editing-session.ts';
import { checkQuality, type QualityInput } from '#report/checks/quality-checks.ts';

export function signingInput({ store, text }: EditingSession, biologicalSex: string | null): QualityInput {
  const { meta, index } = store.getState();
  const patientId = index?.meta.patient_id ?? null;
  const critical = readCriticalFor(meta.custom_attributes, patientId);
  return {
    state: text.state(),
    title: meta.title,
    exam_date: meta.exam_date,
    biological_sex: biologicalSex,
    has_patient: patientId !== null,
    critical_untold: isNotCommunicated(critical),
    critical_told_elsewhere: communicatedForOtherPatient(critical) !== undefined,
    critical_lines: criticalLines(critical),
    copied: readCopied(meta.custom_attributes),
    kept_blocks: text.kept().length,
    now: new Date(),
  };
}

/** Returns true if the checks before signing find nothing to show. */
export function hasNothingToCheck(work: EditingSession, biologicalSex: string | null): boolean {
  return checkQuality(signingInput(work, biologicalSex)).length === 0;
}
