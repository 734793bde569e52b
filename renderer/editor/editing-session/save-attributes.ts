/**
 * Saves follow-ups and critical results of the open exam. They join the draft and its next version. A signed
 * report has no draft, so there they are sealed at once with the unchanged text.
 */
import type { JsonObject } from '#contract/documents/records.ts';
import { withSealReason } from '#records/reports/report-status.ts';
import { vault } from '#renderer/api/vault-client.ts';
import { type EditingSession, openReport } from './editing-session.ts';

export async function saveAttributes(
  work: EditingSession,
  change: (attributes: JsonObject | null) => JsonObject,
  reason: string,
): Promise<void> {
  const { meta, readOnly } = work.store.getState();
  if (readOnly === undefined) {
    work.set({ meta: { ...meta, custom_attributes: change(meta.custom_attributes) } });
    work.edited();
    return;
  }
  await vault().exams.edit(work.documents.id, (record, { version_id }) => ({
    ...record,
    custom_attributes: withSealReason(change(record.custom_attributes), reason, version_id),
  }));
  await openReport(work);
}

/** Returns true if attributes can be saved now, in the draft or by sealing. */
export function canSaveAttributes(readOnly: string | undefined): boolean {
  return readOnly === undefined || readOnly === 'signed';
}
