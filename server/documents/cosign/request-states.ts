/**
 * Computes the state of each co-signature request from its entries, the signatures and the head. States are never
 * stored, so a new co-signature fulfils its request automatically. Pure.
 */
import type { CosignState } from '#contract/documents/cosign-requests.ts';
import type { SignatureStatement } from '#contract/documents/signatures.ts';
import type { CosignRequestId, PrincipalId } from '#contract/ids.ts';
import type { CosignContent, RequestContent } from '#server/documents/sealing/cosign-seal.ts';

export interface CosignEntry {
  readonly entry_id: CosignRequestId;
  readonly content: CosignContent;
}

export interface RequestState {
  readonly request_id: CosignRequestId;
  readonly asked: RequestContent;
  readonly state: CosignState;
  readonly ended: { readonly at: string; readonly by: PrincipalId } | null;
  /**
   * True while the colleague still has to act: not signed, not withdrawn, not repeated and not superseded by a newer
   * co-signature.
   */
  readonly isOpen: boolean;
}

type Stated = Pick<SignatureStatement, 'version_id' | 'seq' | 'principal_id' | 'intent' | 'signed_at'>;

/** `entries` in the order they were made; the result has the same order. `headSeq`: number of the newest version. */
export function requestStates(
  entries: readonly CosignEntry[],
  statements: readonly Stated[],
  headSeq: number,
): RequestState[] {
  const backs = new Map(
    entries.flatMap(({ content }) =>
      content.what === 'taken_back' ? [[content.request_id, { at: content.at, by: content.by }]] : [],
    ),
  );
  const cosigned = statements.filter(({ intent }) => intent === 'co_signed');
  const requests = entries.flatMap(({ entry_id, content }) =>
    content.what === 'asked' ? [{ request_id: entry_id, asked: content }] : [],
  );
  return requests.map(({ request_id, asked }, at): RequestState => {
    const named = { request_id, asked };
    const own = cosigned.filter(({ principal_id }) => principal_id === asked.principal_id);
    const met = own.find(({ version_id }) => version_id === asked.version_id);
    if (met !== undefined) {
      const ended = { at: met.signed_at, by: asked.principal_id };
      return { ...named, state: 'co_signed', ended, isOpen: false };
    }
    const back = backs.get(request_id);
    if (back !== undefined) return { ...named, state: 'taken_back', ended: back, isOpen: false };
    if (asked.seq === headSeq) return { ...named, state: 'awaited', ended: null, isOpen: true };
    const isOvertaken =
      own.some(({ seq }) => seq > asked.seq) ||
      requests.slice(at + 1).some((later) => later.asked.principal_id === asked.principal_id);
    return { ...named, state: 'superseded', ended: null, isOpen: !isOvertaken };
  });
}

/** Number of open requests as the document's row stores it: null for none. */
export function countOpen(states: readonly RequestState[]): number | null {
  return states.filter(({ isOpen }) => isOpen).length || null;
}
