/** The personal signatures of the exam that is open: made after its sealing, read where it stands signed. */

import type { StoreApi } from 'zustand';
import type { ExamSignature, SignatureIntent } from '#contract/documents/signatures.ts';
import { isSigned, reportFacts } from '#records/report-status.ts';
import type { ReportDocuments } from './report-documents.ts';
import type { WorkState } from './work-state.ts';

/** What this file needs of the work on a report. */
interface SignedWork {
  readonly documents: ReportDocuments;
  readonly store: StoreApi<WorkState>;
  readonly set: (change: Partial<WorkState>) => void;
}

/** What a status says is what its signature states. */
export function intentOf(status: string | null): SignatureIntent {
  if (status === 'appended') return 'addendum';
  return status === 'amended' || status === 'corrected' ? 'amended' : 'final';
}

/** Reads and checks them anew; a failure leaves the report open and says so in its place. */
export async function loadSignatures(work: SignedWork): Promise<void> {
  const { signing } = work.documents;
  const { status } = reportFacts(work.store.getState().meta.custom_attributes);
  if (!signing || !isSigned(status)) {
    work.set({ signatures: [], signaturesError: undefined });
    return;
  }
  try {
    work.set({ signatures: await signing.list(), signaturesError: undefined });
  } catch (error) {
    work.set({ signatures: [], signaturesError: error });
  }
}

/** @throws what the vault answers; the version stays sealed, and can be signed again. */
export async function signVersion(
  work: SignedWork,
  versionId: string,
  intent: SignatureIntent,
): Promise<void> {
  await work.documents.signing?.sign(versionId, intent);
  await loadSignatures(work);
}

export function signatureHolds({ checks }: ExamSignature): boolean {
  return checks.text && checks.ed25519 && checks.mldsa65 && checks.membership;
}
