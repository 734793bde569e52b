/**
 * Last step of every transaction: updates the state digests of changed groups, then appends a link to the commit chain.
 * A checkpoint stores the link for the anchor outside the folder. Sees rows by their MACs only. Source: sealing design
 * B10.
 */

import { VaultError } from '#contract/errors/vault-error.ts';
import type { SecurityGroupId } from '#contract/ids.ts';
import { encodeHex, equalBytes } from '#crypto/bytes.ts';
import { CHAIN_GENESIS, type ChainedChange, chainLink } from '#crypto/history/commit-chain.ts';
import type { Tally } from '#crypto/history/state-digest.ts';
import { deriveGroupSubkeys, wipeGroupSubkeys } from '#crypto/keys/group-subkeys.ts';
import type { GroupKey } from '#crypto/keys/key-types.ts';
import { fillPublicRandom } from '#crypto/random.ts';
import type { ChangedRow } from '#server/storage/engine/changed-row.ts';
import type { SqlEngine } from '#server/storage/engine/sql-engine.ts';
import {
  type CommitLink,
  type CommitPlace,
  createLinkStore,
  type HistoryHead,
} from '#server/storage/history/commit-link-store.ts';
import { createDigestStore } from '#server/storage/history/digest-store.ts';
import type { Anchored } from '#server/system/config/anchors/anchored-history.ts';
import { anchorOf } from './anchor-check.ts';
import { createStateDigests, type FindStateKey } from './state-digests.ts';

const BATCH_ID_BYTES = 16;
const TABLE_OF = { document: 'documents', node: 'drive_nodes' } as const;

/** Provides keys and receives notifications. None before the services exist. */
export interface HistoryKeeper {
  readonly findKey: FindStateKey;
  /** True when the signed list says that the group has a digest. */
  readonly isPromised: (securityGroupId: SecurityGroupId) => boolean;
  readonly onUntracked: (securityGroupId: SecurityGroupId) => void;
  readonly onDamaged: (securityGroupId: SecurityGroupId) => void;
}

/** `isMoved`: another server has committed since foreign writes were last applied. */
export type CommitGuard = (changes: readonly ChangedRow[], isMoved: boolean) => void;

export type CommitHistory = ReturnType<typeof createCommitHistory>;

/** Number of links kept for servers that lag behind and clients that missed commits. */
export const RECENT_LINKS_KEPT = 100_000;

/** Error text for every write after a client has proven another history. */
export const HISTORY_DISPUTED =
  'The vault was rolled back or forked; writes are refused. To accept this state, start with --accept-rollback.';

/** `isOneOfSeveral`: other servers of the vault commit too, and each checks that all continue the same history. */
export function createCommitHistory(db: SqlEngine, isOneOfSeveral = false) {
  const links = createLinkStore(db);
  const store = createDigestStore(db);
  const changed = db.noteChangedRows();
  let keeper: HistoryKeeper | undefined;
  const digests = createStateDigests({
    store,
    findKey: (securityGroupId, generation) => keeper?.findKey(securityGroupId, generation),
    isPromised: (securityGroupId) => keeper?.isPromised(securityGroupId) ?? false,
    onUntracked: (securityGroupId) => keeper?.onUntracked(securityGroupId),
    onDamaged: (securityGroupId) => keeper?.onDamaged(securityGroupId),
  });
  let begun: ChainedChange[] = [];
  let isLinkWanted = false;
  let lastChanges: readonly ChangedRow[] = [];
  /** True after a client has proven another history: no record is written any more. */
  let isDisputed = false;
  /** The newest link this server knows to be committed. */
  let seen: HistoryHead | undefined;
  let written: CommitLink | undefined;
  let lastKept: CommitLink | undefined;
  let guard: CommitGuard | undefined;
  let onMissing: ((link: CommitLink) => void) | undefined;
  let lastMissing: CommitLink | undefined;
  let taken: HistoryHead | undefined;

  /**
   * The newest link, after checking that it continues the known history.
   * @throws protocol_error when the database was rolled back, or continues another history than this server saw.
   */
  function headGoingOn(): HistoryHead {
    const head = links.head();
    if (!isOneOfSeveral || seen === undefined || seen.chain === null) return head;
    if (head.epoch > seen.epoch) throw refused('begun_anew');
    const last = { ...seen, chain: seen.chain };
    const ahead = head.commit_count - last.commit_count;
    if (head.epoch < last.epoch || ahead < 0) throw missing(last, 'set_back');
    if (ahead >= RECENT_LINKS_KEPT) return head;
    const chain = ahead === 0 ? head.chain : links.findChain(last);
    if (!chain || !equalBytes(chain, last.chain)) throw missing(last, 'forked');
    return head;
  }

  /** Reported at once: commits after the last checkpoint are remembered nowhere else. */
  function missing(link: CommitLink, why: 'set_back' | 'forked'): VaultError {
    if (lastMissing?.commit_count !== link.commit_count || lastMissing.epoch !== link.epoch)
      onMissing?.(link);
    lastMissing = link;
    return refused(why);
  }

  /** Position of the open or next transaction. */
  function place(): CommitPlace {
    const { epoch, commit_count } = links.head();
    return { epoch, commit_count: commit_count + 1 };
  }

  return {
    isOneOfSeveral,
    digests,
    setKeeper(next: HistoryKeeper): void {
      keeper = next;
    },

    /** Runs last inside every transaction. @throws group_key_unavailable */
    beforeCommit(): void {
      const rows = changed.take();
      if (isDisputed && rows.length > 0) throw refused('disputed');
      const { epoch, commit_count, chain } = headGoingOn();
      if (isOneOfSeveral) guard?.(rows, seen?.commit_count !== commit_count);
      const next = { epoch, commit_count: commit_count + 1 };
      const changes: ChainedChange[] = rows.map(({ kind, id, new_mac }) => ({
        table: TABLE_OF[kind],
        key: id,
        mac: new_mac,
      }));
      if (rows.length > 0) changes.push(...digests.apply(rows, next));
      const batch_id = new Uint8Array(BATCH_ID_BYTES);
      fillPublicRandom(batch_id);
      const link = {
        ...next,
        chain: chainLink(chain ?? CHAIN_GENESIS, { ...next, batch_id }, [...changes, ...begun]),
      };
      links.advance(link, batch_id);
      links.insert(link, !isLinkWanted);
      written = isLinkWanted ? link : undefined;
      begun = [];
      isLinkWanted = false;
      lastChanges = rows;
    },

    /** `next` runs inside every transaction when other servers may exist, and may refuse it. */
    setGuard(next: CommitGuard): void {
      guard = next;
    },

    /**
     * True when the newest transaction's link is in the database; its chain value includes a random number, so it is
     * unique.
     */
    isWritten(): boolean {
      const link = links.newest();
      const chain = link && links.findChain(link);
      return link !== undefined && chain !== undefined && equalBytes(chain, link.chain);
    },

    onCommitted(): void {
      lastKept = written ?? lastKept;
      written = undefined;
      seen = links.newest();
    },

    /** The newest link this server knows to be committed; responses may state it. */
    newest: (): HistoryHead | undefined => seen,

    /** Links that clients were given: the newest, and any other. Queries the database. */
    head: links.head,
    findChain: links.findChain,

    /** `listener` is called with a link this server saw committed and the database no longer has. */
    setMissing(listener: (link: CommitLink) => void): void {
      onMissing = listener;
    },

    /** Refuses all further writes and updates no anchor any more. */
    dispute(): void {
      isDisputed = true;
    },
    isDisputed: () => isDisputed,

    /**
     * Checks the chain after foreign writes. @throws protocol_error when the database was rolled back, or continues
     * another history than this server saw
     */
    onForeignWrites(): void {
      taken = headGoingOn();
    },

    /** Call when all foreign writes up to that link have been applied. */
    onForeignWritesApplied(): void {
      seen = taken ?? seen;
      taken = undefined;
    },

    /** Deletes links no server can ask for any more; call inside a transaction. */
    deletePassing: () => links.deletePassingBefore(links.head().commit_count - RECENT_LINKS_KEPT),

    /** Call after a transaction, or a part of it, was rolled back. */
    onUndone(): void {
      links.forget();
      written = undefined;
      digests.forgetSealed();
      if (db.inTransaction) return;
      begun = [];
      isLinkWanted = false;
    },

    /** Rows changed by the newest transaction. */
    lastChanges: () => lastChanges,

    /** Starts the group's digests with these tallies; call inside a transaction. */
    begin(securityGroupId: SecurityGroupId, tallies: ReadonlyMap<number, Tally>): void {
      begun.push(...digests.begin(securityGroupId, tallies, place()));
    },

    /**
     * Creates a group's first digest, inside the transaction that creates the group. Until then only its creator has
     * the key.
     */
    beginEmpty(securityGroupId: SecurityGroupId, generation: number, key: GroupKey): void {
      const subkeys = deriveGroupSubkeys(key);
      begun.push(digests.beginEmpty(securityGroupId, generation, subkeys.stateMacKey, place()));
      wipeGroupSubkeys(subkeys);
    },
    hasBegun: digests.hasBegun,

    /** Stores the link of the open transaction, so that an anchor may name it. */
    retainLink(): void {
      isLinkWanted = true;
    },

    /** True when the newest link is a stored one. */
    isKept(): boolean {
      const head = links.head();
      return head.chain !== null && links.findKeptChain(head) !== undefined;
    },

    /**
     * The state for the anchor outside the folder; undefined while no link is stored.
     * @throws protocol_error where the database is behind the seen state or differs from it
     */
    anchored(): Anchored | undefined {
      const head = headGoingOn();
      const chain = links.findKeptChain(head);
      // While another server keeps committing, the newest link is seldom a stored one; use the last stored one.
      const kept = chain === undefined ? lastKept : { ...head, chain };
      if (kept === undefined) return undefined;
      const { epoch, commit_count } = kept;
      return { epoch, commit_count, chain: encodeHex(kept.chain), groups: anchorOf(store.list()) };
    },
  };
}

const REFUSALS = {
  disputed: HISTORY_DISPUTED,
  set_back:
    'The database of this vault was set back while it was served. The server answers nothing now. To accept the older state, start with --accept-rollback.',
  forked:
    'The database of this vault goes on from another history than the one this server has seen. Nothing is answered until that is decided: to go on with this one, start with --accept-rollback.',
  begun_anew:
    'This vault was begun anew from an older state by another server. Start this one again with --accept-rollback.',
} as const;

function refused(why: keyof typeof REFUSALS): VaultError {
  return new VaultError('protocol_error', REFUSALS[why]);
}
