/** The versions that no other text may replace, and the error that says so. */
import { isEnteredInError } from '#records/reports/entered-in-error.ts';
import { isSigned, reportFacts } from '#records/reports/report-status.ts';
import type { EditingSession } from '#renderer/editor/editing-session/editing-session.ts';
import { versionOf } from '#renderer/editor/editing-session/editing-state.ts';
import type { ReportRecord } from '#renderer/editor/editing-session/report-documents.ts';
import { SignedMeanwhileError } from '#renderer/state/unsaved/signed-meanwhile.ts';

/** Returns true for a version that is signed or withdrawn: sealed over, it would fall out of the report. */
export function isProtected(status: string | null): boolean {
  return isSigned(status) || isEnteredInError(status);
}

/** The error for a text that may not replace or follow this version. */
export function signedMeanwhile(
  { store }: EditingSession,
  versionId: string,
  theirs: ReportRecord,
): SignedMeanwhileError {
  const state = store.getState();
  const { status } = reportFacts(theirs.custom_attributes);
  const seq = versionOf(state, versionId)?.seq ?? state.conflict?.theirs.seq ?? 0;
  return new SignedMeanwhileError(seq, isEnteredInError(status));
}
