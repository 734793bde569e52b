/** SQL over the number of consecutive rejected unlocks, by certificate. */
import type { Statements } from '#server/storage/engine/sql-engine.ts';

export interface UnlockFailures {
  /** SHA-256 of the certificate, hex. */
  readonly fingerprint: string;
  readonly failures: number;
  readonly not_before_ms: number;
  readonly failed_at_ms: number;
}

export type OpeningFailuresStore = ReturnType<typeof createUnlockFailureStore>;

export function createUnlockFailureStore(db: Statements) {
  const find = db.prepare<[string], UnlockFailures>('SELECT * FROM opening_failures WHERE fingerprint = ?');
  const put = db.prepare<[UnlockFailures]>(
    `INSERT INTO opening_failures (fingerprint, failures, not_before_ms, failed_at_ms)
     VALUES (@fingerprint, @failures, @not_before_ms, @failed_at_ms)
     ON CONFLICT (fingerprint) DO UPDATE SET failures = excluded.failures,
       not_before_ms = excluded.not_before_ms, failed_at_ms = excluded.failed_at_ms`,
  );
  const remove = db.prepare<[string]>('DELETE FROM opening_failures WHERE fingerprint = ?');
  const removeBefore = db.prepare<[number]>('DELETE FROM opening_failures WHERE failed_at_ms <= ?');
  const postponeTo = db.prepare<[{ prefix: string; ms: number }]>(
    `UPDATE opening_failures SET failed_at_ms = @ms
     WHERE failed_at_ms < @ms AND substr(fingerprint, 1, length(@prefix)) = @prefix`,
  );
  return {
    find: (fingerprint: string) => find.get(fingerprint),
    put: (row: UnlockFailures) => void put.run(row),
    delete: (fingerprint: string) => void remove.run(fingerprint),
    /** Sets the time of rows with this key prefix to `ms` at the earliest. */
    postpone: (prefix: string, ms: number) => void postponeTo.run({ prefix, ms }),
    deleteBefore: (ms: number) => void removeBefore.run(ms),
  };
}
