/** SQL over the commit chain: its newest link, and the links that anchors outside the folder may name. */

import type { Statements } from '#server/storage/engine/sql-engine.ts';
import { createTransactionCache } from '#server/storage/engine/transaction-cache.ts';

export interface CommitPlace {
  readonly epoch: number;
  readonly commit_count: number;
}

export interface CommitLink extends CommitPlace {
  /** Link of the commit chain, 32 bytes. */
  readonly chain: Uint8Array;
}

export interface HistoryHead extends CommitPlace {
  /** Newest link of the chain; null before the first transaction of a release with a chain. */
  readonly chain: Uint8Array | null;
}

export function createLinkStore(db: Statements) {
  const place = db.prepare<[], CommitPlace>('SELECT epoch, commit_count FROM service_state');
  // One statement, because another server may commit between two.
  const whole = db.prepare<[], HistoryHead>('SELECT epoch, commit_count, chain FROM service_state');
  const advance = db.prepare<[number, Uint8Array, Uint8Array]>(
    'UPDATE service_state SET commit_count = ?, last_batch = ?, chain = ?',
  );
  const insert = db.prepare<[CommitLink & { readonly is_passing: 0 | 1 }]>(
    'INSERT INTO commit_links (epoch, commit_count, chain, is_passing) VALUES (@epoch, @commit_count, @chain, @is_passing)',
  );
  const find = db
    .prepare<[number, number], Uint8Array>(
      'SELECT chain FROM commit_links WHERE epoch = ? AND commit_count = ?',
    )
    .pluck();
  const findKept = db
    .prepare<[number, number], Uint8Array>(
      'SELECT chain FROM commit_links WHERE epoch = ? AND commit_count = ? AND is_passing = 0',
    )
    .pluck();
  const deletePassing = db.prepare<[number]>(
    'DELETE FROM commit_links WHERE is_passing = 1 AND commit_count < ?',
  );
  let newest: CommitLink | undefined;
  const head = createTransactionCache(db, (): HistoryHead => {
    const row = newest && place.get();
    if (row !== undefined && newest?.commit_count === row.commit_count && newest.epoch === row.epoch)
      return newest;
    const found = whole.get();
    if (found === undefined) throw new Error('service_state has no row');
    return found;
  });
  return {
    head: head.get,
    /** The link `advance` last wrote, or undefined. */
    newest: (): CommitLink | undefined => newest,
    /** `lastBatch`: 16 bytes, the random number in the link. */
    advance(link: CommitLink, lastBatch: Uint8Array): void {
      advance.run(link.commit_count, lastBatch, link.chain);
      newest = link;
      head.set(link);
    },
    /** Clears the cached link: after a rollback, or another server's commit, it may be wrong. */
    forget(): void {
      newest = undefined;
    },
    /** A passing link is kept only for a while, for other servers of the vault. */
    insert: (link: CommitLink, isPassing: boolean) =>
      void insert.run({ ...link, is_passing: isPassing ? 1 : 0 }),
    deletePassingBefore: (commitCount: number) => void deletePassing.run(commitCount),
    /** The chain value of a permanently stored link. */
    findKeptChain: ({ epoch, commit_count }: CommitPlace) => findKept.get(epoch, commit_count),
    findChain: ({ epoch, commit_count }: CommitPlace) => find.get(epoch, commit_count),
  };
}
