/**
 * The last step of every transaction: the state digests of the groups whose rows it changed, then its link in the
 * commit chain. At a checkpoint the link is kept, and with it goes what the anchor outside the folder remembers.
 * Knows rows by their MACs only. Source: sealing design B10.
 */

import type { SecurityGroupId } from '#contract/ids.ts';
import { encodeHex } from '#crypto/bytes.ts';
import { CHAIN_GENESIS, type ChainedChange, chainLink } from '#crypto/history/commit-chain.ts';
import type { Tally } from '#crypto/history/state-digest.ts';
import { fillPublicRandom } from '#crypto/random.ts';
import type { Anchored } from '#server/access/anchored-history.ts';
import type { ChangedRow } from '#server/db/engine/changed-row.ts';
import type { SqlEngine } from '#server/db/engine/sql-engine.ts';
import { createDigestStore } from '#server/db/history/digest-store.ts';
import { type CommitPlace, createLinkStore } from '#server/db/history/link-store.ts';
import { anchorOf } from './anchor-check.ts';
import { createStateDigests, type FindStateKey } from './state-digests.ts';

const BATCH_ID_BYTES = 16;
const TABLE_OF = { document: 'documents', node: 'drive_nodes' } as const;

/** Who has keys and hears of what was changed; nobody before the services are there. */
export interface HistoryKeeper {
  readonly findKey: FindStateKey;
  readonly onUntracked: (securityGroupId: SecurityGroupId) => void;
  readonly onDamaged: (securityGroupId: SecurityGroupId) => void;
}

export type CommitHistory = ReturnType<typeof createCommitHistory>;

export function createCommitHistory(db: SqlEngine) {
  const links = createLinkStore(db);
  const store = createDigestStore(db);
  const changed = db.noteChangedRows();
  let keeper: HistoryKeeper | undefined;
  const digests = createStateDigests({
    store,
    findKey: (securityGroupId, generation) => keeper?.findKey(securityGroupId, generation),
    onUntracked: (securityGroupId) => keeper?.onUntracked(securityGroupId),
    onDamaged: (securityGroupId) => keeper?.onDamaged(securityGroupId),
  });
  let begun: ChainedChange[] = [];
  let isLinkWanted = false;
  let lastChanges: readonly ChangedRow[] = [];

  /** Of the transaction that is open, or comes next. */
  function place(): CommitPlace {
    const { epoch, commit_count } = links.head();
    return { epoch, commit_count: commit_count + 1 };
  }

  return {
    digests,
    setKeeper(next: HistoryKeeper): void {
      keeper = next;
    },

    /** Inside every transaction, last. @throws group_key_unavailable */
    beforeCommit(): void {
      const rows = changed.take();
      const { epoch, commit_count, chain } = links.head();
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
      if (isLinkWanted) links.insert(link);
      begun = [];
      isLinkWanted = false;
      lastChanges = rows;
    },

    /** The rows that the newest transaction changed. */
    lastChanges: () => lastChanges,

    /** The group's digests from now on; inside a transaction. */
    begin(securityGroupId: SecurityGroupId, tallies: ReadonlyMap<number, Tally>): void {
      begun.push(...digests.begin(securityGroupId, tallies, place()));
    },

    /** Keeps the link of the open transaction, so that an anchor may name it. */
    keepLink(): void {
      isLinkWanted = true;
    },

    /** Whether the newest link is one that is kept. */
    isKept(): boolean {
      const head = links.head();
      return head.chain !== null && links.findChain(head) !== undefined;
    },

    /** What to remember outside the folder; undefined while the newest link is not kept. */
    anchored(): Anchored | undefined {
      const head = links.head();
      const chain = links.findChain(head);
      if (chain === undefined) return undefined;
      const { epoch, commit_count } = head;
      return { epoch, commit_count, chain: encodeHex(chain), groups: anchorOf(store.list()) };
    },
  };
}
