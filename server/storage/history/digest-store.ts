/** SQL over `state_digests`: one row per group and generation. server/integrity/history computes the sums. */
import type { SecurityGroupId } from '#contract/ids.ts';
import type { Statements } from '#server/storage/engine/sql-engine.ts';
import { createTransactionCache } from '#server/storage/engine/transaction-cache.ts';

export interface DigestRow {
  readonly security_group_id: SecurityGroupId;
  readonly generation: number;
  readonly row_count: number;
  /** Sum under its mask, its nonce and its MAC, 32 bytes each. */
  readonly masked_sum: Uint8Array;
  readonly nonce: Uint8Array;
  readonly epoch: number;
  readonly commit_count: number;
  readonly mac: Uint8Array;
}

export type DigestPlace = Pick<DigestRow, 'generation' | 'epoch' | 'commit_count'>;

export type DigestStore = ReturnType<typeof createDigestStore>;

export function createDigestStore(db: Statements) {
  const list = db.prepare<[], DigestRow>('SELECT * FROM state_digests');
  const listOf = db.prepare<[string], DigestRow>(
    'SELECT * FROM state_digests WHERE security_group_id = ? ORDER BY generation',
  );
  const listPlaces = db.prepare<[string], DigestPlace>(
    'SELECT generation, epoch, commit_count FROM state_digests WHERE security_group_id = ? ORDER BY generation',
  );
  // Binds by position, because it runs in nearly every transaction.
  const put = db.prepare<[string, number, number, Uint8Array, Uint8Array, number, number, Uint8Array]>(
    `INSERT INTO state_digests
       (security_group_id, generation, row_count, masked_sum, nonce, epoch, commit_count, mac)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (security_group_id, generation) DO UPDATE SET row_count = excluded.row_count,
       masked_sum = excluded.masked_sum, nonce = excluded.nonce, epoch = excluded.epoch,
       commit_count = excluded.commit_count, mac = excluded.mac`,
  );
  const places = createTransactionCache(db, () => new Map<SecurityGroupId, readonly DigestPlace[]>());
  const remove = db.prepare<[string, number]>(
    'DELETE FROM state_digests WHERE security_group_id = ? AND generation = ?',
  );
  return {
    list: () => list.all(),
    /** Lists digests of a group, oldest generation first. */
    listOf: (securityGroupId: SecurityGroupId) => listOf.all(securityGroupId),
    /** Lists generation, epoch and commit count of each digest of a group, without the sums. */
    listPlacesOf(securityGroupId: SecurityGroupId): readonly DigestPlace[] {
      const kept = places.get();
      const known = kept.get(securityGroupId) ?? listPlaces.all(securityGroupId);
      kept.set(securityGroupId, known);
      return known;
    },
    put(row: DigestRow): void {
      const { row_count, masked_sum, nonce, epoch, commit_count, mac, security_group_id, generation } = row;
      put.run(security_group_id, generation, row_count, masked_sum, nonce, epoch, commit_count, mac);
      const kept = places.get();
      const ofGroup = kept.get(security_group_id)?.filter((place) => place.generation !== generation);
      if (ofGroup === undefined) return;
      const all = [...ofGroup, { generation, epoch, commit_count }];
      kept.set(
        security_group_id,
        all.toSorted((left, right) => left.generation - right.generation),
      );
    },
    delete(securityGroupId: SecurityGroupId, generation: number): void {
      remove.run(securityGroupId, generation);
      places.get().delete(securityGroupId);
    },
  };
}
