/**
 * "Seal version", wherever it is asked for: a report still being written becomes a version; an addendum or an amendment
 * is signed by it, so whatever the gate would tell is told first.
 */
import { isSigned, reportFacts } from '#records/reports/report-status.ts';
import { currentSigner, useEditingSession } from '#renderer/editor/editing-session/editing-context.ts';
import { sealVersion, signAsFinal } from '#renderer/editor/editing-session/sealing/seal-report.ts';
import { hasNothingToCheck } from '#renderer/editor/editing-session/sealing/signing-checks.ts';
import type { ReportPatient } from '#renderer/screens/editor/frame/use-patient.ts';
import { openDialog, showGate } from '#renderer/screens/editor/view-store.ts';

/** `onTop`: the version of somebody else it goes on top of. */
export type Seal = (onTop?: string) => Promise<boolean>;

export function useSeal(patient: ReportPatient | undefined): Seal {
  const work = useEditingSession();
  return async (onTop) => {
    const { meta } = work.store.getState();
    if (reportFacts(meta.custom_attributes).pending === null) {
      // What was signed meanwhile is changed by an amendment alone: it wants its reason.
      if (onTop !== undefined && (await isSignedVersion(onTop))) openDialog('amend');
      else return sealVersion(work, onTop);
      return false;
    }
    if (hasNothingToCheck(work, patient?.biological_sex ?? null))
      return signAsFinal(work, currentSigner(), onTop);
    showGate(onTop);
    return false;
  };

  async function isSignedVersion(version_id: string): Promise<boolean> {
    const theirs = await work.documents.read({ version_id }).catch(() => undefined);
    // Unread it is not known; the seal then tells what is wrong.
    return isSigned(reportFacts(theirs?.record.custom_attributes ?? null).status);
  }
}
