/**
 * Verifies the signed, append-only membership list from the founder's pinned keys to its head. A writer of the database
 * can truncate the list (the anchor outside the data folder detects that). It cannot add an owner, a role, a member or
 * a group key, nor remove or reorder records. Every failure is one CryptoError. Source: sealing design B3.
 */
import type { PrincipalId, SecurityGroupId } from '#contract/ids.ts';
import { CryptoError } from '#crypto/crypto-error.ts';
import type { TrustRoot } from '#crypto/principals/principal-keys.ts';
import { changeOf } from './membership-rules.ts';
import type {
  MembershipAuditKey,
  MembershipCa,
  MembershipCertificate,
  MembershipGroup,
  MembershipPrincipal,
  MembershipState,
} from './membership-state.ts';
import { recordHash, type SignedMembershipRecord, verifyRecordSignatures } from './sign-record.ts';

export type {
  MembershipCertificates,
  MembershipGroup,
  MembershipState,
} from './membership-state.ts';
export {
  decodePublicKeys,
  encodePublicKeys,
  type MembershipRecord,
  type RecordedCertificate,
  type RecordedPublicKeys,
  recordHash,
  type SignedMembershipRecord,
  signRecord,
} from './sign-record.ts';

interface OpenState extends MembershipState {
  head: { seq: number; hash: string };
  readonly principals: Map<PrincipalId, MembershipPrincipal>;
  readonly groups: Map<SecurityGroupId, MembershipGroup>;
  settings_sha256: string | null;
  audit_keys: readonly MembershipAuditKey[];
  ca: MembershipCa | null;
  readonly certificates: Map<string, MembershipCertificate>;
}

/** Verifies `signed` as the next record and applies it to `state`, which stays unchanged on refusal. */
function apply(state: OpenState, signed: SignedMembershipRecord): void {
  const { record } = signed;
  const isFirst = state.head.seq === 0;
  if (record.seq !== state.head.seq + 1) throw new CryptoError();
  if (record.prev_hash !== (isFirst ? null : state.head.hash)) throw new CryptoError();
  if ((record.action === 'found') !== isFirst) throw new CryptoError();

  const granter = state.principals.get(record.granter_id);
  if (!isFirst && (granter === undefined || granter.disabled)) throw new CryptoError();
  if (!verifyRecordSignatures(signed, granter?.public_keys ?? state.trust)) throw new CryptoError();

  const change = changeOf(state, record);
  for (const [id, principal] of change.principals ?? []) state.principals.set(id, principal);
  for (const [id, group] of change.groups ?? []) state.groups.set(id, group);
  for (const [fingerprint, certificate] of change.certificates ?? [])
    state.certificates.set(fingerprint, certificate);
  state.settings_sha256 = change.settings_sha256 ?? state.settings_sha256;
  if (change.audit_key) state.audit_keys = [...state.audit_keys, change.audit_key];
  state.ca = change.ca ?? state.ca;
  state.head = { seq: record.seq, hash: recordHash(signed) };
}

/**
 * Takes about 1 ms per record.
 * @throws CryptoError on an empty list, a gap, a broken link, an invalid signature, or a record whose granter lacked
 * the right at that point of the list.
 */
export function verifyChain(chain: readonly SignedMembershipRecord[], trust: TrustRoot): MembershipState {
  const head = { seq: 0, hash: '' };
  const state: OpenState = {
    ...{ trust, head, settings_sha256: null, audit_keys: [], ca: null },
    ...{ principals: new Map(), groups: new Map(), certificates: new Map() },
  };
  for (const signed of chain) apply(state, signed);
  if (state.head.seq === 0) throw new CryptoError();
  return state;
}

/** Returns the state after one more record; the given state stays unchanged. @throws CryptoError like `verifyChain`. */
export function extendState(state: MembershipState, signed: SignedMembershipRecord): MembershipState {
  const next: OpenState = {
    ...state,
    principals: new Map(state.principals),
    groups: new Map(state.groups),
    certificates: new Map(state.certificates),
  };
  apply(next, signed);
  return next;
}
