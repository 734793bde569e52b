/** Minimal store of wrapped DEKs on a real table, for rotation tests. Can fail after some batches, as in a crash. */

import type { SecurityGroupId, WorkspaceId } from '#contract/ids.ts';
import { unwrapDek, wrapDek } from '#crypto/keys/document-keys.ts';
import type { KeyRing } from '#crypto/keys/key-ring.ts';
import { type Dek, generateDek } from '#crypto/keys/key-types.ts';
import { dekContext } from '#crypto/sealing/context.ts';
import type { RewrapParticipant } from '#server/identity/actor/rewrap-port.ts';
import type { SqlEngine } from '#server/storage/engine/sql-engine.ts';

interface Row {
  readonly object_id: string;
  readonly security_group_id: SecurityGroupId;
  readonly gk_gen: number;
  readonly packed: Uint8Array;
}

export interface SealedRows extends RewrapParticipant {
  readonly insert: (keyRing: KeyRing, objectId: string, securityGroupId: SecurityGroupId) => Dek;
  readonly open: (keyRing: KeyRing, objectId: string) => Dek;
  readonly countAt: (securityGroupId: SecurityGroupId, generation: number) => number;
  /** Number of batches after which every further one throws. */
  failAfterBatches: number;
}

export function createSealedRows(db: SqlEngine, workspaceId: () => WorkspaceId): SealedRows {
  db.exec(
    `CREATE TABLE IF NOT EXISTS sealed_rows (object_id TEXT PRIMARY KEY, security_group_id TEXT NOT NULL,
       gk_gen INTEGER NOT NULL, packed BLOB NOT NULL) STRICT`,
  );
  const insert = db.prepare<[Row]>(
    `INSERT INTO sealed_rows VALUES (@object_id, @security_group_id, @gk_gen, @packed)
     ON CONFLICT (object_id) DO UPDATE SET security_group_id = excluded.security_group_id,
       gk_gen = excluded.gk_gen, packed = excluded.packed`,
  );
  const select = db.prepare<[string], Row>('SELECT * FROM sealed_rows WHERE object_id = ?');
  const selectOlder = db.prepare<[string, string, number, number], Row>(
    `SELECT * FROM sealed_rows WHERE object_id > ? AND security_group_id = ? AND gk_gen < ?
     ORDER BY object_id LIMIT ?`,
  );
  const count = db
    .prepare<[string, number], number>(
      'SELECT count(*) FROM sealed_rows WHERE security_group_id = ? AND gk_gen = ?',
    )
    .pluck();
  const contextOf = ({ packed: _, ...ids }: Row) => dekContext({ workspace_id: workspaceId(), ...ids });

  function openRow(keyRing: KeyRing, row: Row): Dek {
    return unwrapDek(keyRing.groupKey(row.security_group_id, row.gk_gen), row.packed, contextOf(row));
  }

  function put(keyRing: KeyRing, row: Omit<Row, 'packed'>, dek: Dek): void {
    const unsealed = { ...row, packed: new Uint8Array(0) };
    const key = keyRing.groupKey(row.security_group_id, row.gk_gen);
    insert.run({ ...row, packed: wrapDek(key, dek, contextOf(unsealed)) });
  }

  const rows: SealedRows = {
    failAfterBatches: Number.POSITIVE_INFINITY,
    insert(keyRing, object_id, security_group_id) {
      const dek = generateDek();
      const gk_gen = keyRing.currentGroupKey(security_group_id).generation;
      put(keyRing, { object_id, security_group_id, gk_gen }, dek);
      return dek;
    },
    open(keyRing, objectId) {
      const row = select.get(objectId);
      if (row === undefined) throw new Error('no such row');
      return openRow(keyRing, row);
    },
    countAt: (securityGroupId, generation) => count.get(securityGroupId, generation) ?? 0,
    rewrapBatch({ security_group_id, generation, keyRing, limit, after }) {
      if (rows.failAfterBatches <= 0) throw new Error('the power went');
      rows.failAfterBatches -= 1;
      const older = selectOlder.all(after, security_group_id, generation, limit);
      for (const { packed: _, ...row } of older) {
        const dek = rows.open(keyRing, row.object_id);
        put(keyRing, { ...row, gk_gen: generation }, dek);
      }
      return { last: older.at(-1)?.object_id ?? null, left: [] };
    },
  };
  return rows;
}
