/**
 * SQL over principals, the wraps of their keys and their sealed preferences. Roles are not here; they are in the signed
 * membership list.
 */

import type { PrincipalKind } from '#contract/access/session.ts';
import type { PrincipalId } from '#contract/ids.ts';
import type { Statements } from '#server/storage/engine/sql-engine.ts';

export interface PrincipalRow {
  readonly principal_id: PrincipalId;
  readonly kind: PrincipalKind;
  readonly display_name: string;
  readonly public_kem: Uint8Array;
  readonly public_ed25519: Uint8Array;
  readonly public_mldsa65: Uint8Array;
  readonly sealed_seeds: Uint8Array;
  readonly created_at: string;
  /** Expiry of the invite, while it is unused. */
  readonly invite_expires_at: string | null;
  readonly disabled_at: string | null;
  /** Base64url; null where the list holds the name without one. Goes nowhere the name does not go. */
  readonly name_salt: string | null;
}

export type WrapRowKind = 'passphrase' | 'recovery' | 'device' | 'invite' | 'token';

export interface WrapRow {
  readonly principal_id: PrincipalId;
  readonly kind: WrapRowKind;
  readonly argon2_m: number | null;
  readonly argon2_t: number | null;
  readonly argon2_p: number | null;
  readonly salt: Uint8Array;
  readonly packed: Uint8Array;
  readonly created_at: string;
}

/** The last membership record a principal has seen, authenticated under its own key. */
export interface SeenHeadRow {
  readonly principal_id: PrincipalId;
  readonly seq: number;
  readonly hash: string;
  readonly mac: Uint8Array;
}

export type PrincipalStore = ReturnType<typeof createPrincipalStore>;

export function createPrincipalStore(db: Statements) {
  const selectOne = db.prepare<[string], PrincipalRow>('SELECT * FROM principals WHERE principal_id = ?');
  const selectAll = db.prepare<[], PrincipalRow>('SELECT * FROM principals ORDER BY principal_id');
  const selectNames = db.prepare<[], Pick<PrincipalRow, 'principal_id' | 'display_name' | 'name_salt'>>(
    'SELECT principal_id, display_name, name_salt FROM principals',
  );
  const insert = db.prepare<[PrincipalRow]>(
    `INSERT INTO principals (principal_id, kind, display_name, public_kem, public_ed25519, public_mldsa65,
       sealed_seeds, created_at, invite_expires_at, disabled_at, name_salt)
     VALUES (@principal_id, @kind, @display_name, @public_kem, @public_ed25519, @public_mldsa65,
       @sealed_seeds, @created_at, @invite_expires_at, @disabled_at, @name_salt)`,
  );
  const fillNameSalt = db.prepare<[string | null, string]>(
    'UPDATE principals SET name_salt = coalesce(name_salt, ?) WHERE principal_id = ?',
  );
  const endInvite = db.prepare<[string]>(
    'UPDATE principals SET invite_expires_at = NULL WHERE principal_id = ?',
  );
  const disable = db.prepare<[string, string]>(
    'UPDATE principals SET disabled_at = coalesce(disabled_at, ?), invite_expires_at = NULL WHERE principal_id = ?',
  );
  const selectWrap = db.prepare<[string, WrapRowKind], WrapRow>(
    'SELECT * FROM principal_wraps WHERE principal_id = ? AND kind = ?',
  );
  const selectWraps = db.prepare<[WrapRowKind], WrapRow>('SELECT * FROM principal_wraps WHERE kind = ?');
  const selectWrapTimes = db.prepare<[string], Pick<WrapRow, 'kind' | 'created_at'>>(
    'SELECT kind, created_at FROM principal_wraps WHERE principal_id = ?',
  );
  const upsertWrap = db.prepare<[WrapRow]>(
    `INSERT INTO principal_wraps (principal_id, kind, argon2_m, argon2_t, argon2_p, salt, packed, created_at)
     VALUES (@principal_id, @kind, @argon2_m, @argon2_t, @argon2_p, @salt, @packed, @created_at)
     ON CONFLICT (principal_id, kind) DO UPDATE SET argon2_m = excluded.argon2_m, argon2_t = excluded.argon2_t,
       argon2_p = excluded.argon2_p, salt = excluded.salt, packed = excluded.packed,
       created_at = excluded.created_at`,
  );
  const deleteWrap = db.prepare<[string, WrapRowKind]>(
    'DELETE FROM principal_wraps WHERE principal_id = ? AND kind = ?',
  );
  const deleteWraps = db.prepare<[string]>('DELETE FROM principal_wraps WHERE principal_id = ?');
  const selectPreferences = db
    .prepare<[string], Uint8Array>('SELECT packed FROM preferences WHERE principal_id = ?')
    .pluck();
  const upsertPreferences = db.prepare<[string, Uint8Array]>(
    `INSERT INTO preferences (principal_id, packed) VALUES (?, ?)
     ON CONFLICT (principal_id) DO UPDATE SET packed = excluded.packed`,
  );
  const selectSeenHead = db.prepare<[string], SeenHeadRow>('SELECT * FROM seen_heads WHERE principal_id = ?');
  const upsertSeenHead = db.prepare<[SeenHeadRow]>(
    `INSERT INTO seen_heads (principal_id, seq, hash, mac) VALUES (@principal_id, @seq, @hash, @mac)
     ON CONFLICT (principal_id) DO UPDATE SET seq = excluded.seq, hash = excluded.hash, mac = excluded.mac`,
  );
  return {
    find: (principalId: PrincipalId) => selectOne.get(principalId),
    list: () => selectAll.all(),
    /** Lists principals without keys and seeds, which take some 6 KiB a row. */
    listNames: () => selectNames.all(),
    insert: (row: PrincipalRow) => void insert.run(row),
    /** Stores the name salt of a principal whose row an older release wrote without one. */
    fillNameSalt: (principalId: PrincipalId, salt: string | null) => void fillNameSalt.run(salt, principalId),
    updateInviteEnded: (principalId: PrincipalId) => void endInvite.run(principalId),
    updateDisabled: (principalId: PrincipalId, at: string) => void disable.run(at, principalId),
    findWrap: (principalId: PrincipalId, kind: WrapRowKind) => selectWrap.get(principalId, kind),
    listWraps: (kind: WrapRowKind) => selectWraps.all(kind),
    /** Lists when each wrap (passphrase, recovery key, device secret) was made. */
    listWrapTimes: (principalId: PrincipalId) => selectWrapTimes.all(principalId),
    updateWrap: (row: WrapRow) => void upsertWrap.run(row),
    deleteWrap: (principalId: PrincipalId, kind: WrapRowKind) =>
      deleteWrap.run(principalId, kind).changes > 0,
    deleteWraps: (principalId: PrincipalId) => void deleteWraps.run(principalId),
    findSeenHead: (principalId: PrincipalId) => selectSeenHead.get(principalId),
    updateSeenHead: (row: SeenHeadRow) => void upsertSeenHead.run(row),
    findPreferences: (principalId: PrincipalId) => selectPreferences.get(principalId),
    updatePreferences: (principalId: PrincipalId, packed: Uint8Array) =>
      void upsertPreferences.run(principalId, packed),
  };
}
