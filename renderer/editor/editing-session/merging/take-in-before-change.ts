import { isEnteredInError } from '#records/reports/entered-in-error.ts';
import { reportStatus } from '#records/reports/report-status.ts';
import type { EditingSession } from '#renderer/editor/editing-session/editing-session.ts';
import { mergeIncomingVersion } from './merge-incoming-version.ts';

/**
 * Shows a version that was sealed meanwhile, so that an addendum or amendment is begun on the newest one. Returns false
 * where that one is not signed, was withdrawn or could not be read; nothing is begun then.
 */
export async function takeInBeforeChange(work: EditingSession): Promise<boolean> {
  if (work.store.getState().elsewhere === undefined) return true;
  try {
    await mergeIncomingVersion(work);
  } catch (actError) {
    work.set({ actError });
    return false;
  }
  const { elsewhere, readOnly, meta } = work.store.getState();
  return (
    elsewhere === undefined &&
    readOnly === 'signed' &&
    !isEnteredInError(reportStatus(meta.custom_attributes))
  );
}
