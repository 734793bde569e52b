/** Signs the open exam after sealing, and loads the signatures of a signed report. */

import type { StoreApi } from 'zustand';
import type { CosignRequest } from '#contract/documents/cosign-requests.ts';
import type { ExamSignature, SignatureIntent } from '#contract/documents/signatures.ts';
import { isSigned, reportFacts } from '#records/reports/report-status.ts';
import { isOfVersion } from '#records/reports/signed-versions.ts';
import { type EditingState, theirFacts } from '#renderer/editor/editing-session/editing-state.ts';
import type { ReportDocuments } from '#renderer/editor/editing-session/report-documents.ts';
import type { CallOptions } from '#sdk/http/call.ts';

/** The part of the editing session that signatures need. */
interface SignedWork {
  readonly documents: ReportDocuments;
  readonly store: StoreApi<EditingState>;
  readonly set: (change: Partial<EditingState>) => void;
}

/** Maps a report status to the intent that its signature states. */
export function intentOf(status: string | null): SignatureIntent {
  if (status === 'appended') return 'addendum';
  return status === 'amended' || status === 'corrected' ? 'amended' : 'final';
}

/** Newest load per report, so that older responses are dropped. */
const readings = new WeakMap<StoreApi<EditingState>, symbol>();

/**
 * Loads and verifies the signatures again. On failure the report stays open and the error is shown instead of
 * the signatures. A response to an older load is dropped.
 */
export async function loadSignatures(work: SignedWork, options?: CallOptions): Promise<void> {
  const { signing } = work.documents;
  const reading = Symbol('reading');
  readings.set(work.store, reading);
  const show = (read: Pick<EditingState, 'signatures' | 'cosign' | 'signaturesError'>) => {
    if (readings.get(work.store) === reading) work.set(read);
  };
  const state = work.store.getState();
  const { status } = reportFacts(state.meta.custom_attributes);
  // A version signed elsewhere may stand above a text that is not signed.
  if (!signing || (!isSigned(status) && !isSigned(theirFacts(state)?.status ?? null))) {
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

/** Signs the version. @throws the vault's error; the version stays sealed and can be signed again. */
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
 * Relation of the shown version to the signatures. `other` means that a different version was signed.
 * Undefined if the report has no signature, or before they are loaded.
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

/** Requests a co-signature. @throws the vault's error; the signatures are unchanged then. */
export async function askToCosign(work: SignedWork, versionId: string, principalId: string): Promise<void> {
  await work.documents.signing?.ask(versionId, principalId);
  await loadSignatures(work);
}

/** Withdraws a request to co-sign. @throws the vault's error; a request fulfilled meanwhile stays. */
export async function withdrawRequest(work: SignedWork, requestId: string): Promise<void> {
  await work.documents.signing?.takeBack(requestId);
  await loadSignatures(work);
}

/**
 * Returns the open requests: pending ones, and those for an older version that were neither repeated nor
 * fulfilled.
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
