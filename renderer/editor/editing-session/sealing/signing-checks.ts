/**
 * Collects the input of the checks before signing from the open report. Shared by the sign gate and by
 * sealing an addendum.
 */
import { readCopied } from '#records/reports/copied-words.ts';
import { isUntold, readCritical } from '#records/reports/critical-result.ts';
import type { EditingSession } from '#renderer/editor/editing-session/editing-session.ts';
import { checkQuality, type QualityInput } from '#report/checks/quality-checks.ts';

export function signingInput({ store, text }: EditingSession, biologicalSex: string | null): QualityInput {
  const { meta, index } = store.getState();
  return {
    state: text.state(),
    title: meta.title,
    exam_date: meta.exam_date,
    biological_sex: biologicalSex,
    has_patient: Boolean(index?.meta.patient_id),
    critical_untold: isUntold(readCritical(meta.custom_attributes)),
    copied: readCopied(meta.custom_attributes),
    kept_blocks: text.kept().length,
    now: new Date(),
  };
}

/** Returns true if the checks before signing find nothing to show. */
export function hasNothingToCheck(work: EditingSession, biologicalSex: string | null): boolean {
  return checkQuality(signingInput(work, biologicalSex)).length === 0;
}
