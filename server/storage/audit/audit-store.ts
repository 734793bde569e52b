/**
 * SQL over the audit log, its keys and signatures. Entries are only appended; callers verify hashes and open entries.
 */
import type { PrincipalId } from '#contract/ids.ts';
import type { Statements } from '#server/storage/engine/sql-engine.ts';
import { createTransactionCache } from '#server/storage/engine/transaction-cache.ts';
import { insertInto, valuesOf } from '#server/storage/positional-parameters.ts';

export interface AuditRow {
  /** Number of the entry, from 1, without a gap. */
  readonly seq: number;
  readonly at: string;
  /** Id of the session key that seals the entry; null for a plaintext entry. */
  readonly key_id: string | null;
  readonly entry: Uint8Array;
  /** Hash of the entry, 32 bytes. */
  readonly hash: Uint8Array;
}

export interface AuditKeyRow {
  readonly key_id: string;
  readonly principal_id: PrincipalId;
  readonly generation: number;
  readonly packed: Uint8Array;
}

export interface AuditSignatureRow {
  readonly seq: number;
  readonly principal_id: PrincipalId;
  readonly hash: Uint8Array;
  readonly signature_ed25519: string;
  readonly signature_mldsa65: string;
}

const INSERTED = ['seq', 'at', 'key_id', 'entry', 'hash'] as const satisfies readonly (keyof AuditRow)[];

/** A signed or anchored entry: number and hash. */
export type SignedPlace = Pick<AuditSignatureRow, 'seq' | 'hash'>;

/** Place of an entry in the order of time. */
export type TimedPlace = Pick<AuditRow, 'at' | 'seq'>;

export type AuditStore = ReturnType<typeof createAuditStore>;

export function createAuditStore(db: Statements) {
  const insert = db.prepare<AuditRow[keyof AuditRow][]>(insertInto('audit_entries', INSERTED));
  const head = db.prepare<[], Pick<AuditRow, 'seq' | 'hash'>>(
    'SELECT seq, hash FROM audit_entries ORDER BY seq DESC LIMIT 1',
  );
  const kept = createTransactionCache(db, () => head.get());
  const lastAt = db.prepare<[], string>('SELECT at FROM audit_entries ORDER BY seq DESC LIMIT 1').pluck();
  const at = db.prepare<[number], AuditRow>('SELECT * FROM audit_entries WHERE seq = ?');
  const after = db.prepare<[number, number], AuditRow>(
    'SELECT * FROM audit_entries WHERE seq > ? ORDER BY seq LIMIT ?',
  );
  const before = db.prepare<[number, number], AuditRow>(
    'SELECT * FROM audit_entries WHERE seq < ? ORDER BY seq DESC LIMIT ?',
  );
  // In the order of the index by time. Ordered by number, each page would sort every entry between the two times.
  const afterInTime = db.prepare<[string, number, string, number], AuditRow>(
    'SELECT * FROM audit_entries WHERE (at, seq) > (?, ?) AND at < ? ORDER BY at, seq LIMIT ?',
  );
  const beforeInTime = db.prepare<[string, number, string, number], AuditRow>(
    'SELECT * FROM audit_entries WHERE (at, seq) < (?, ?) AND at >= ? ORDER BY at DESC, seq DESC LIMIT ?',
  );
  const countBetween = db
    .prepare<[number, number], number>('SELECT COUNT(*) FROM audit_entries WHERE seq > ? AND seq <= ?')
    .pluck();
  const insertKey = db.prepare<[AuditKeyRow]>(
    'INSERT INTO audit_keys (key_id, principal_id, generation, packed) VALUES (@key_id, @principal_id, @generation, @packed)',
  );
  const key = db.prepare<[string], AuditKeyRow>('SELECT * FROM audit_keys WHERE key_id = ?');
  const keyExists = db.prepare<[string], number>('SELECT 1 FROM audit_keys WHERE key_id = ?').pluck();
  const unusedKeys = db
    .prepare<[], string>(
      'SELECT key_id FROM audit_keys WHERE key_id NOT IN (SELECT key_id FROM audit_entries WHERE key_id IS NOT NULL)',
    )
    .pluck();
  const insertSignature = db.prepare<[AuditSignatureRow]>(
    `INSERT INTO audit_signatures (seq, principal_id, hash, signature_ed25519, signature_mldsa65)
     VALUES (@seq, @principal_id, @hash, @signature_ed25519, @signature_mldsa65) ON CONFLICT DO NOTHING`,
  );
  const signaturesAfter = db.prepare<[number, string, number], AuditSignatureRow>(
    'SELECT * FROM audit_signatures WHERE (seq, principal_id) > (?, ?) ORDER BY seq, principal_id LIMIT ?',
  );
  const signedBetween = db.prepare<[number, number], SignedPlace>(
    'SELECT seq, hash FROM audit_signatures WHERE seq >= ? AND seq <= ?',
  );
  const signedBeyond = db
    .prepare<[number, number], number>(
      'SELECT DISTINCT seq FROM audit_signatures WHERE seq > ? ORDER BY seq LIMIT ?',
    )
    .pluck();
  return {
    /** Time of the newest entry; undefined before the first. A plaintext column: usable as a bound, not as proof. */
    lastInstantMs(): number | undefined {
      const at = Date.parse(lastAt.get() ?? '');
      return Number.isNaN(at) ? undefined : at;
    },
    insert(row: AuditRow): void {
      insert.run(...valuesOf(row, INSERTED));
      kept.set(row);
    },
    head: kept.get,
    at: (seq: number) => at.get(seq),
    /** Number of entries after `from`, up to and including `to`. */
    countBetween: (from: number, to: number) => Number(countBetween.get(from, to)),
    /** Lists entries oldest first. */
    listAfter: (seq: number, limit: number) => after.all(seq, limit),
    /** Newest first. */
    listBefore: (seq: number, limit: number) => before.all(seq, limit),
    /** By time, those of one instant by number; after `place`, before the instant `until`. */
    listAfterInTime: (place: TimedPlace, until: string, limit: number) =>
      afterInTime.all(place.at, place.seq, until, limit),
    /** The same backwards: entries before `place`, not older than `since`. */
    listBeforeInTime: (place: TimedPlace, since: string, limit: number) =>
      beforeInTime.all(place.at, place.seq, since, limit),
    insertKey: (row: AuditKeyRow) => void insertKey.run(row),
    findKey: (keyId: string) => key.get(keyId),
    hasKey: (keyId: string) => keyExists.get(keyId) !== undefined,
    listUnusedKeys: () => unusedKeys.all(),
    insertSignature: (row: AuditSignatureRow) => void insertSignature.run(row),
    /** Lists signatures in entry order; undefined starts at the first. */
    listSignaturesAfter: (after: AuditSignatureRow | undefined, limit: number) =>
      signaturesAfter.all(after?.seq ?? Number.MIN_SAFE_INTEGER, after?.principal_id ?? '', limit),
    /** Signatures of entries from `from` to `to`, inclusive. */
    listSigned: (from: number, to: number) => signedBetween.all(from, to),
    /** Numbers of signed entries beyond `seq`. */
    listSignedBeyond: (seq: number, limit: number) => signedBeyond.all(seq, limit),
  };
}
