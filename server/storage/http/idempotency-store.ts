/** SQL over `idempotency_marks`, the idempotency records. Source: choices, "Documents" (`Idempotency-Key`, purge). */

import type { PrincipalId } from '#contract/ids.ts';
import { updatesSingleRow } from '#server/storage/engine/run-single-row.ts';
import type { Statements } from '#server/storage/engine/sql-engine.ts';

export interface IdempotencyRecordKey {
  readonly principal_id: PrincipalId;
  readonly operation_id: string;
  /** 32 bytes, a MAC of the key as sent. */
  readonly idempotency_key_hash: Uint8Array;
}

/** An idempotency record. `Id`: type of the created object's id. */
export interface IdempotencyRecord<Id extends string> {
  /** MAC of the request body, 32 bytes. */
  readonly body_fingerprint: Uint8Array;
  readonly created_id: Id;
}

export interface IdempotencyStore {
  /** The record, unless made before `sinceMs`; does not block. Call outside transactions. */
  readonly findMark: <Id extends string>(
    key: IdempotencyRecordKey,
    sinceMs: number,
  ) => Promise<IdempotencyRecord<Id> | undefined>;
  /**
   * Call inside the write's transaction. Replaces a record of the same key made before `sinceMs`.
   * @returns false where a newer record exists; nothing is changed then
   */
  readonly insertMark: (
    key: IdempotencyRecordKey,
    mark: IdempotencyRecord<string>,
    nowMs: number,
    sinceMs: number,
  ) => boolean;
  /** Deletes the records of a purged object. */
  readonly deleteMarksOf: (createdId: string) => void;
  readonly deleteMarksBefore: (ms: number) => void;
}

export function createIdempotencyStore(db: Statements): IdempotencyStore {
  const find = db.prepare<[string, string, Uint8Array, number], IdempotencyRecord<string>>(
    `SELECT body_fingerprint, created_id FROM idempotency_marks
     WHERE principal_id = ? AND operation_id = ? AND idempotency_key_hash = ? AND created_at_ms > ?`,
  );
  const insert = db.prepare<[string, string, Uint8Array, Uint8Array, string, number, number]>(
    `INSERT INTO idempotency_marks
     (principal_id, operation_id, idempotency_key_hash, body_fingerprint, created_id, created_at_ms)
     VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (principal_id, operation_id, idempotency_key_hash) DO UPDATE SET
       body_fingerprint = excluded.body_fingerprint, created_id = excluded.created_id,
       created_at_ms = excluded.created_at_ms
     WHERE idempotency_marks.created_at_ms <= ?`,
  );
  const deleteOf = db.prepare<[string]>('DELETE FROM idempotency_marks WHERE created_id = ?');
  const deleteBefore = db.prepare<[number]>('DELETE FROM idempotency_marks WHERE created_at_ms <= ?');

  return {
    async findMark<Id extends string>(key: IdempotencyRecordKey, sinceMs: number) {
      const named = [key.principal_id, key.operation_id, key.idempotency_key_hash, sinceMs] as const;
      const mark = find.allAsync === undefined ? find.get(...named) : (await find.allAsync(...named))[0];
      return mark as IdempotencyRecord<Id> | undefined;
    },
    insertMark(key, { body_fingerprint, created_id }, nowMs, sinceMs) {
      const { principal_id, operation_id, idempotency_key_hash } = key;
      return updatesSingleRow(
        insert,
        ...([principal_id, operation_id, idempotency_key_hash] as const),
        ...([body_fingerprint, created_id, nowMs, sinceMs] as const),
      );
    },
    deleteMarksOf: (createdId) => void deleteOf.run(createdId),
    deleteMarksBefore: (ms) => void deleteBefore.run(ms),
  };
}
