/**
 * The membership list of this process: verified from the founder's keys, cached in memory, extended only together with
 * its rows. Every grant is made here, because its hash is in the signed record. Records of other servers are applied
 * before a request is checked; nothing is appended to a list that has grown since. Who may ask for a change is decided
 * by the callers; the list's own rules refuse forgeries.
 * Source: sealing design B3.
 */

import { VaultError } from '#contract/errors/vault-error.ts';
import type { PrincipalId } from '#contract/ids.ts';
import { equalBytes } from '#crypto/bytes.ts';
import { CryptoError } from '#crypto/crypto-error.ts';
import type { GroupKey } from '#crypto/keys/key-types.ts';
import { grantHash, sealGrant } from '#crypto/membership/group-grants.ts';
import {
  extendState,
  type MembershipRecord,
  type MembershipState,
  recordHash,
  type SignedMembershipRecord,
  signRecord,
  verifyChain,
} from '#crypto/membership/membership.ts';
import type { PrincipalSecrets, TrustRoot } from '#crypto/principals/principal-keys.ts';
import { homeVaultRequired } from '#server/identity/requests/home-vault-required.ts';
import type { MembershipRow, MembershipStore } from '#server/storage/access/membership-store.ts';
import type { CommitQueue } from '#server/storage/commit-queue.ts';
import { type Clock, nowInstant } from '#server/system/clock.ts';
import { parseRecord, sameRows } from './membership-row.ts';
import { type StateDigestPort, stateDigestStatement } from './signed-state-digest.ts';

/** A record without number, date and signature. */
type RecordDraft = Pick<MembershipRecord, 'action' | 'principal_id' | 'kind' | 'is_admin'> &
  Partial<
    Pick<
      MembershipRecord,
      | 'security_group_id'
      | 'generation'
      | 'role'
      | 'public_keys'
      | 'display_name_sha256'
      | 'settings_sha256'
      | 'certificate'
      | 'inbox_kem'
      | 'audit_kem'
      | 'ca_sha256'
    >
  > & {
    /** The group key to seal to each member, by principal id. The record names the group. */
    readonly grants?: ReadonlyMap<PrincipalId, GroupKey>;
  };

/** Appends one record inside the running change and returns the state after it. */
type Append = (draft: RecordDraft) => MembershipState;

export interface MembershipLedger {
  /** The verified membership state. @throws not_initialized before the first verification of this process. */
  readonly state: () => MembershipState;
  /** Returns the membership state; undefined before the first verification of this process. */
  readonly findState: () => MembershipState | undefined;
  /**
   * Verifies every record starting from `trust`; records verified before are only compared byte by byte. `assertSeen`
   * then compares the list with the one its caller saw last; until it returns, the result is not used.
   * @throws CryptoError when the stored list differs from the signed one, and any error of `assertSeen`.
   */
  readonly verify: (trust: TrustRoot, assertSeen: (hashAt: HashAt) => void) => MembershipState;
  /**
   * Verifies and adds records that other servers have appended.
   * @throws protocol_error where records verified before are missing, or a new one is not validly signed.
   */
  readonly follow: () => void;
  /**
   * Inside a transaction. @throws protocol_error when another server has appended since the last request was checked
   */
  readonly assertUnchanged: () => void;
  readonly recordAt: (seq: number) => MembershipRecord | undefined;
  readonly records: () => readonly SignedMembershipRecord[];
  /**
   * Runs `body` in its own transaction; the appended records become the state once the commit is durable. A throw
   * leaves rows and state unchanged.
   * @throws protocol_error when another server has appended since the state was read; permission_denied in a travelling
   * copy, whose list only follows that of its home vault.
   */
  readonly change: <T>(granter: PrincipalSecrets, body: (append: Append) => T) => T;
  /** `listener` runs inside the transaction of every change, after its records. */
  readonly onChange: (listener: ChangeListener) => void;
}

type ChangeListener = (
  state: MembershipState,
  granter: PrincipalSecrets,
  /** The records that the change appended. */
  records: readonly MembershipRecord[],
) => void;

/** `recordHash()` of the record with this number, if there is one. */
export type HashAt = (seq: number) => string | undefined;

interface Verified {
  readonly state: MembershipState;
  readonly rows: readonly MembershipRow[];
  readonly records: readonly SignedMembershipRecord[];
}

export function createMembershipLedger(deps: {
  readonly store: MembershipStore;
  readonly commits: CommitQueue;
  readonly clock: Clock;
  /** True in a travelling copy. */
  readonly isCopy?: boolean;
  readonly keptState?: StateDigestPort;
}): MembershipLedger {
  const { store, commits, clock, isCopy = false, keptState } = deps;
  const listeners: ChangeListener[] = [];
  let verified: Verified | undefined;
  /** The list including records of the open transaction. */
  let changing: Verified | undefined;

  function state(): MembershipState {
    if (verified === undefined)
      throw new VaultError('not_initialized', 'The vault is not initialised yet. Create it first.');
    return verified.state;
  }

  function verify(trust: TrustRoot, assertSeen: (hashAt: HashAt) => void): MembershipState {
    const candidate = verifyRows(trust, store.listRecords());
    assertSeen((seq) => {
      const signed = candidate.records[seq - 1];
      return signed && recordHash(signed);
    });
    verified = candidate;
    return verified.state;
  }

  function verifyRows(trust: TrustRoot, rows: readonly MembershipRow[]): Verified {
    if (verified === undefined) {
      const records = rows.map(parseRecord);
      return { state: verifyChain(records, trust), rows, records };
    }
    const known = verified.rows.length;
    if (!sameTrust(verified.state.trust, trust) || !sameRows(verified.rows, rows.slice(0, known)))
      throw new CryptoError();
    // Another server may have appended since the request began.
    return extended(verified, rows.slice(known));
  }

  function change<T>(granter: PrincipalSecrets, body: (append: Append) => T): T {
    if (isCopy) throw homeVaultRequired();
    try {
      return inTransaction(granter, body);
    } finally {
      changing = undefined;
    }
  }

  function inTransaction<T>(granter: PrincipalSecrets, body: (append: Append) => T): T {
    let pending = verified;
    const result = commits.writeNow(() => {
      // After a full disk the transaction runs again, from this state.
      pending = verified;
      changing = verified;
      assertUnmoved();
      const outcome = body((draft) => {
        pending = appendTo(pending, draft, granter);
        changing = pending;
        return pending.state;
      });
      if (pending !== undefined && pending !== verified) {
        const appended = pending.records.slice(verified?.records.length ?? 0).map(({ record }) => record);
        for (const listener of listeners) listener(pending.state, granter, appended);
      }
      return outcome;
    });
    verified = pending;
    return result;
  }

  /** Checks, under the write lock, that no other server has appended. */
  function assertUnmoved(): void {
    const known = changing ?? verified;
    if (known === undefined) return;
    const last = store.lastSeq();
    if (last < known.state.head.seq) throw listIsCut();
    if (last === known.state.head.seq) return;
    throw membershipChangedError();
  }

  function follow(): void {
    if (verified === undefined) return;
    const known = verified;
    const [head, ...rows] = store.listRecordsFrom(known.state.head.seq);
    if (head === undefined || !sameRows(known.rows.slice(-1), [head])) throw listIsCut();
    try {
      verified = extended(known, rows);
    } catch (error) {
      if (error instanceof CryptoError) throw listIsCut();
      throw error;
    }
  }

  function appendTo(base: Verified | undefined, draft: RecordDraft, granter: PrincipalSecrets): Verified {
    const { grants, ...fields } = draft;
    const seq = (base?.state.head.seq ?? 0) + 1;
    const sealed = [...(grants ?? [])].map(([memberId, key]) =>
      sealFor(base, draft, memberId, key, granter, seq),
    );
    const record: MembershipRecord = {
      security_group_id: null,
      generation: null,
      role: null,
      public_keys: null,
      ...fields,
      ...stateDigestStatement(keptState, draft),
      seq,
      workspace_id: granter.trust.workspace_id,
      grants_sha256: grants
        ? Object.fromEntries(sealed.map((grant) => [grant.member_id, grantHash(grant.packed)]))
        : null,
      granter_id: granter.principal_id,
      created_at: nowInstant(clock),
      prev_hash: base?.state.head.hash ?? null,
    };
    const signed = signRecord(record, granter);
    const next = base ? extendState(base.state, signed) : verifyChain([signed], granter.trust);
    const { signature_ed25519, signature_mldsa65 } = signed;
    const row = { seq, record_json: JSON.stringify(record), signature_ed25519, signature_mldsa65 };
    store.insertRecord(row);
    for (const grant of sealed) store.updateGrant(grant);
    return {
      state: next,
      rows: [...(base?.rows ?? []), row],
      records: [...(base?.records ?? []), signed],
    };
  }

  function sealFor(
    base: Verified | undefined,
    draft: RecordDraft,
    memberId: PrincipalId,
    key: GroupKey,
    granter: PrincipalSecrets,
    seq: number,
  ) {
    const member = base?.state.principals.get(memberId);
    const { security_group_id, generation } = draft;
    if (!member || !security_group_id || !generation) throw new CryptoError();
    const ids = { security_group_id, generation, member_id: memberId, seq };
    const packed = sealGrant(key, member.public_keys, {
      ...ids,
      workspace_id: granter.trust.workspace_id,
      granter_id: granter.principal_id,
    });
    return { ...ids, packed };
  }

  return {
    state,
    findState: () => verified?.state,
    verify,
    change,
    follow,
    assertUnchanged: assertUnmoved,
    records: () => verified?.records ?? [],
    recordAt: (seq) => verified?.records[seq - 1]?.record,
    onChange: (listener) => void listeners.push(listener),
  };
}

/** Verifies and adds stored records. @throws CryptoError for an invalid signature or a missing right */
function extended(base: Verified, rows: readonly MembershipRow[]): Verified {
  if (rows.length === 0) return base;
  const records = rows.map(parseRecord);
  return {
    state: records.reduce((state, record) => extendState(state, record), base.state),
    rows: [...base.rows, ...rows],
    records: [...base.records, ...records],
  };
}

export function membershipChangedError(): VaultError {
  return new VaultError(
    'protocol_error',
    'Another server of this vault changed its members at the same time. Nothing was changed. Try again.',
    { headers: { 'retry-after': '1' } },
  );
}

function listIsCut(): VaultError {
  return new VaultError(
    'protocol_error',
    'The list of members in the database differs from the one this server knows: records are missing or not signed. The server answers nothing until the database is restored.',
  );
}

function sameTrust(a: TrustRoot, b: TrustRoot): boolean {
  return (
    a.workspace_id === b.workspace_id && equalBytes(a.ed25519, b.ed25519) && equalBytes(a.mldsa65, b.mldsa65)
  );
}
