/** Changes a follow-up or critical result from the list; sealed at once as a version of its exam. */
import type { CriticalResult, FollowUp } from '#contract/documents/follow-ups.ts';
import { withCritical } from '#records/reports/critical-result.ts';
import { readFollowUps, withFollowUp } from '#records/reports/follow-ups.ts';
import { withSealReason } from '#records/reports/report-status.ts';
import { vault } from '#renderer/api/vault-client.ts';
import { examCache } from '#renderer/state/record-cache/record-caches.ts';
import type { ExamRow } from '#renderer/state/record-cache/record-row.ts';

/**
 * Runs `change` on the entry in the vault's newest version. Does nothing if the entry was removed meanwhile.
 */
export async function changeFollowUp(
  examId: string,
  followUpId: string,
  change: (followUp: FollowUp) => FollowUp,
  reason: string,
): Promise<void> {
  const view = await vault().exams.edit(examId, (record, { version_id }) => {
    const known = readFollowUps(record.custom_attributes).find((each) => each.follow_up_id === followUpId);
    if (!known) return undefined;
    const attributes = withFollowUp(record.custom_attributes, change(known));
    return { ...record, custom_attributes: withSealReason(attributes, reason, version_id) };
  });
  examCache.put(view);
}

export async function addFollowUp(examId: string, followUp: FollowUp, reason: string): Promise<void> {
  const view = await vault().exams.edit(examId, (record, { version_id }) => ({
    ...record,
    custom_attributes: withSealReason(withFollowUp(record.custom_attributes, followUp), reason, version_id),
  }));
  examCache.put(view);
}

export async function keepCritical(
  { id, patient_id }: Pick<ExamRow, 'id' | 'patient_id'>,
  critical: CriticalResult | undefined,
  reason: string,
): Promise<void> {
  const view = await vault().exams.edit(id, (record, { version_id }) => ({
    ...record,
    custom_attributes: withSealReason(
      withCritical(record.custom_attributes, critical, patient_id),
      reason,
      version_id,
    ),
  }));
  examCache.put(view);
}
