/**
 * "Seal version" for all its buttons and keys. A report still being written becomes a version. An addendum or
 * amendment is signed by sealing, so the sign gate's findings come first.
 */
import type { DocumentVersion } from '#contract/documents/views.ts';
import { isSigned, reportFacts } from '#records/reports/report-status.ts';
import {
  currentSigner,
  useEditingSession,
  useEditingState,
} from '#renderer/editor/editing-session/editing-context.ts';
import { sealVersion, signAsFinal } from '#renderer/editor/editing-session/sealing/seal-report.ts';
import { checkForSigning } from '#renderer/editor/editing-session/sealing/signing-checks.ts';
import type { ReportPatient } from '#renderer/screens/editor/frame/use-patient.ts';
import { closePanel, openDialog, showGate, useView } from '#renderer/screens/editor/view-store.ts';
import { useKnownPictures } from './gate/known-pictures.ts';

/** `onTop` is another person's version to seal on top of. */
export type Seal = (onTop?: string) => Promise<boolean>;

export function useSeal(patient: ReportPatient | undefined): Seal {
  const work = useEditingSession();
  const pictures = useKnownPictures();
  return async (onTop) => {
    const { meta } = work.store.getState();
    if (reportFacts(meta.custom_attributes).pending === null) {
      // A version signed meanwhile can only be amended, so ask for the reason.
      if (onTop !== undefined && (await isSignedVersion(onTop))) openDialog('amend');
      else {
        const isSealed = await sealVersion(work, onTop);
        // An open gate asks about the version before.
        if (isSealed) closePanel('gate');
        return isSealed;
      }
      return false;
    }
    const { otherDraft, conflict } = work.store.getState();
    // The gate says what is to be decided first.
    const isUndecided = otherDraft !== undefined || (conflict !== undefined && onTop === undefined);
    const checked = checkForSigning(work, patient, pictures);
    if (!isUndecided && checked.findings.length === 0)
      return signAsFinal(work, currentSigner(), checked, onTop);
    showGate(onTop);
    return false;
  };

  async function isSignedVersion(version_id: string): Promise<boolean> {
    const theirs = await work.documents.read({ version_id }).catch(() => undefined);
    // A version that cannot be read counts as unsigned; sealing then reports the error.
    return isSigned(reportFacts(theirs?.record.custom_attributes ?? null).status);
  }
}

/** Returns the incoming version to sign on top of, while it is still the one in conflict. */
export function useOnTop(): DocumentVersion | undefined {
  const chosen = useView((state) => state.signsOnTop);
  const theirs = useEditingState((state) => state.conflict?.theirs);
  return theirs !== undefined && theirs.version_id === chosen ? theirs : undefined;
}
