/** The personal signatures of the open exam: made after its sealing, read when the report is signed. */

import type { StoreApi } from 'zustand';
import type { CosignRequest } from '#contract/documents/cosign-requests.ts';
import type { ExamSignature, SignatureIntent } from '#contract/documents/signatures.ts';
import { isSigned, reportFacts } from '#records/reports/report-status.ts';
import { isOfVersion } from '#records/reports/signed-versions.ts';
import type { EditingState } from '#renderer/editor/editing-session/editing-state.ts';
import type { ReportDocuments } from '#renderer/editor/editing-session/report-documents.ts';
import type { CallOptions } from '#sdk/http/call.ts';

/** What this file needs of the work on a report. */
interface SignedWork {
  readonly documents: ReportDocuments;
  readonly store: StoreApi<EditingState>;
  readonly set: (change: Partial<EditingState>) => void;
}

/** What a status says is what its signature states. */
export function intentOf(status: string | null): SignatureIntent {
  if (status === 'appended') return 'addendum';
  return status === 'amended' || status === 'corrected' ? 'amended' : 'final';
}

/** Which reading of a report's signatures was begun last. */
const readings = new WeakMap<StoreApi<EditingState>, symbol>();

/**
 * Reads and verifies them again. A failure leaves the report open and is shown in place of the signatures. A
 * response to an earlier request than the newest is dropped.
 */
export async function loadSignatures(work: SignedWork, options?: CallOptions): Promise<void> {
  const { signing } = work.documents;
  const reading = Symbol('reading');
  readings.set(work.store, reading);
  const show = (read: Pick<EditingState, 'signatures' | 'cosign' | 'signaturesError'>) => {
    if (readings.get(work.store) === reading) work.set(read);
  };
  const { status } = reportFacts(work.store.getState().meta.custom_attributes);
  if (!signing || !isSigned(status)) {
    show({ signatures: [], cosign: [], signaturesError: undefined });
    return;
  }
  try {
    const [signatures, cosign] = await Promise.all([signing.list(options), signing.requests(options)]);
    show({ signatures, cosign, signaturesError: undefined });
  } catch (error) {
    show({ signatures: [], cosign: [], signaturesError: error });
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

export function isSignatureValid({ checks }: ExamSignature): boolean {
  return checks.text && checks.ed25519 && checks.mldsa65 && checks.membership;
}

/**
 * How the shown version relates to the signatures. `other`: another version was signed, not this one. Undefined
 * where the report has no signature, or it is not known yet.
 */
export type SignedStanding = 'holds' | 'broken' | 'other' | 'not_read';

export function signedStanding({
  signatures,
  signaturesError,
  base_version_id,
}: Pick<EditingState, 'signatures' | 'signaturesError' | 'base_version_id'>): SignedStanding | undefined {
  if (signaturesError !== undefined) return 'not_read';
  if (signatures.length === 0) return undefined;
  if (signatures.some((signature) => !isSignatureValid(signature))) return 'broken';
  return signatures.some((signature) => isOfVersion(signature, base_version_id)) ? 'holds' : 'other';
}

/** @throws what the vault answers; the report is as signed as it was. */
export async function askToCosign(work: SignedWork, versionId: string, principalId: string): Promise<void> {
  await work.documents.signing?.ask(versionId, principalId);
  await loadSignatures(work);
}

/** @throws what the vault answers: met meanwhile, it stays. */
export async function withdrawRequest(work: SignedWork, requestId: string): Promise<void> {
  await work.documents.signing?.takeBack(requestId);
  await loadSignatures(work);
}

/**
 * Requests still to be met: pending ones, and those for an older version that were neither repeated nor met there.
 */
export function openCosignRequests({
  cosign,
  signatures,
}: Pick<EditingState, 'cosign' | 'signatures'>): CosignRequest[] {
  return cosign.filter((request, at) => {
    if (request.state === 'awaited') return true;
    const { principal_id } = request.asked;
    const isLast = !cosign.slice(0, at).some(({ asked }) => asked.principal_id === principal_id);
    const isMet = signatures.some(
      ({ intent, seq, signed_by }) =>
        intent === 'co_signed' && seq > request.seq && signed_by.principal_id === principal_id,
    );
    return request.state === 'superseded' && isLast && !isMet;
  });
}
