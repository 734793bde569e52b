/**
 * The last step of every transaction: the state digests of the groups whose rows it changed, then its link in the
 * commit chain. At a checkpoint the link is kept, and with it goes what the anchor outside the folder remembers.
 * Knows rows by their MACs only. Source: sealing design B10.
 */

import { VaultError } from '#contract/errors/vault-error.ts';
import type { SecurityGroupId } from '#contract/ids.ts';
import { encodeHex, equalBytes } from '#crypto/bytes.ts';
import { CHAIN_GENESIS, type ChainedChange, chainLink } from '#crypto/history/commit-chain.ts';
import type { Tally } from '#crypto/history/state-digest.ts';
import { deriveGroupSubkeys, wipeGroupSubkeys } from '#crypto/keys/group-subkeys.ts';
import type { GroupKey } from '#crypto/keys/keys.ts';
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

/** Holds keys and is notified of changes. None before the services exist. */
export interface HistoryKeeper {
  readonly findKey: FindStateKey;
  /** The signed list says that the group has a digest. */
  readonly isPromised: (securityGroupId: SecurityGroupId) => boolean;
  readonly onUntracked: (securityGroupId: SecurityGroupId) => void;
  readonly onDamaged: (securityGroupId: SecurityGroupId) => void;
}

/** `isMoved`: another server has committed since foreign writes were last applied. */
export type CommitGuard = (changes: readonly ChangedRow[], isMoved: boolean) => void;

export type CommitHistory = ReturnType<typeof createCommitHistory>;

/** How many links another server may lag behind, or a client may have missed. */
export const RECENT_LINKS_KEPT = 100_000;

/** What every write is answered once a client has proven another history. */
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
  /** A client has proven another history: no record is written on this one. */
  let isDisputed = false;
  /** The newest link this server knows to be committed. */
  let seen: HistoryHead | undefined;
  let written: CommitLink | undefined;
  let lastKept: CommitLink | undefined;
  let guard: CommitGuard | undefined;
  let onMissing: ((link: CommitLink) => void) | undefined;
  let lastMissing: CommitLink | undefined;
  let taken: HistoryHead | undefined;

  /** @throws protocol_error when the database was rolled back, or continues another history than this server saw. */
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

  /** Reported once: after the last checkpoint no other place remembers what was committed. */
  function missing(link: CommitLink, why: 'set_back' | 'forked'): VaultError {
    if (lastMissing?.commit_count !== link.commit_count || lastMissing.epoch !== link.epoch)
      onMissing?.(link);
    lastMissing = link;
    return refused(why);
  }

  /** Of the transaction that is open, or comes next. */
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

    /** Inside every transaction, last. @throws group_key_unavailable */
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

    /** `next` runs inside every transaction, where there may be other servers, and may refuse it. */
    setGuard(next: CommitGuard): void {
      guard = next;
    },

    /** Whether the link of the newest transaction is there: no other has its chain, which holds a random number. */
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

    /** The newest committed link this server knows of. Responses may state it. */
    newest: (): HistoryHead | undefined => seen,

    /** The links that clients were given: the newest, and any other. Queries the database. */
    head: links.head,
    findChain: links.findChain,

    /** `listener` is called with a link this server saw committed and the database no longer has. */
    setMissing(listener: (link: CommitLink) => void): void {
      onMissing = listener;
    },

    /** From now on no record is written, and nothing is remembered outside the folder. */
    dispute(): void {
      isDisputed = true;
    },
    isDisputed: () => isDisputed,

    /** @throws protocol_error when the database was rolled back, or continues another history than this server saw */
    onForeignWrites(): void {
      taken = headGoingOn();
    },

    /** Everything other servers wrote until then has been applied. */
    onForeignWritesApplied(): void {
      seen = taken ?? seen;
      taken = undefined;
    },

    /** What no server can ask for any more; inside a transaction. */
    deletePassing: () => links.deletePassingBefore(links.head().commit_count - RECENT_LINKS_KEPT),

    /** A transaction, or a part of it, was undone: of what it would have written nothing counts. */
    onUndone(): void {
      links.forget();
      written = undefined;
      digests.forgetSealed();
      if (db.inTransaction) return;
      begun = [];
      isLinkWanted = false;
    },

    /** The rows that the newest transaction changed. */
    lastChanges: () => lastChanges,

    /** The group's digests from now on; inside a transaction. */
    begin(securityGroupId: SecurityGroupId, tallies: ReadonlyMap<number, Tally>): void {
      begun.push(...digests.begin(securityGroupId, tallies, place()));
    },

    /**
     * The first digest of a group, inside the transaction that creates the group. Until then only its creator has
     * the key.
     */
    beginEmpty(securityGroupId: SecurityGroupId, generation: number, key: GroupKey): void {
      const subkeys = deriveGroupSubkeys(key);
      begun.push(digests.beginEmpty(securityGroupId, generation, subkeys.stateMacKey, place()));
      wipeGroupSubkeys(subkeys);
    },
    hasBegun: digests.hasBegun,

    /** Keeps the link of the open transaction, so that an anchor may name it. */
    retainLink(): void {
      isLinkWanted = true;
    },

    /** Whether the newest link is one that is kept. */
    isKept(): boolean {
      const head = links.head();
      return head.chain !== null && links.findKeptChain(head) !== undefined;
    },

    /**
     * What to remember outside the folder; undefined while no link is kept.
     * @throws protocol_error where the anchor has less than was seen, or something else
     */
    anchored(): Anchored | undefined {
      const head = headGoingOn();
      const chain = links.findKeptChain(head);
      // While another server keeps committing, the newest link is seldom one that is kept.
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
    'The database of this vault was set back while it was served. Nothing is answered until that is decided: to go on with the older state, start with --accept-rollback.',
  forked:
    'The database of this vault goes on from another history than the one this server has seen. Nothing is answered until that is decided: to go on with this one, start with --accept-rollback.',
  begun_anew:
    'This vault was begun anew from an older state by another server. Start this one again with --accept-rollback.',
} as const;

function refused(why: keyof typeof REFUSALS): VaultError {
  return new VaultError('protocol_error', REFUSALS[why]);
}
