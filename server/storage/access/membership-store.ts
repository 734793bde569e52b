/**
 * SQL over the signed membership list, the grants it announces, and group names. Nothing here is trusted before the
 * list has been verified.
 */

import type { PrincipalId, SecurityGroupId } from '#contract/ids.ts';
import type { Statements } from '#server/storage/engine/sql-engine.ts';

export interface MembershipRow {
  readonly seq: number;
  readonly record_json: string;
  readonly signature_ed25519: string;
  readonly signature_mldsa65: string;
}

export interface GrantRow {
  readonly security_group_id: SecurityGroupId;
  readonly generation: number;
  readonly member_id: PrincipalId;
  /** Number of the membership record that carries the grant's hash. */
  readonly seq: number;
  readonly packed: Uint8Array;
}

export interface GroupRow {
  readonly security_group_id: SecurityGroupId;
  readonly name: string;
  readonly created_at: string;
  /** Base64url; null where the list holds the name without one. Goes nowhere the name does not go. */
  readonly name_salt: string | null;
}

export type MembershipStore = ReturnType<typeof createMembershipStore>;

export function createMembershipStore(db: Statements) {
  const selectRecords = db.prepare<[], MembershipRow>('SELECT * FROM membership_records ORDER BY seq');
  const selectRecord = db.prepare<[number], MembershipRow>('SELECT * FROM membership_records WHERE seq = ?');
  const selectFrom = db.prepare<[number, number], MembershipRow>(
    'SELECT * FROM membership_records WHERE seq >= ? ORDER BY seq LIMIT ?',
  );
  const selectLast = db.prepare<[], number | null>('SELECT max(seq) FROM membership_records').pluck();
  const insertRecord = db.prepare<[MembershipRow]>(
    `INSERT INTO membership_records (seq, record_json, signature_ed25519, signature_mldsa65)
     VALUES (@seq, @record_json, @signature_ed25519, @signature_mldsa65)`,
  );
  const selectGrantsOf = db.prepare<[string], GrantRow>(
    'SELECT * FROM group_grants WHERE member_id = ? ORDER BY security_group_id, generation',
  );
  const selectHolders = db
    .prepare<[string, number], PrincipalId>(
      'SELECT member_id FROM group_grants WHERE security_group_id = ? AND generation = ?',
    )
    .pluck();
  const upsertGrant = db.prepare<[GrantRow]>(
    `INSERT INTO group_grants (security_group_id, generation, member_id, seq, packed)
     VALUES (@security_group_id, @generation, @member_id, @seq, @packed)
     ON CONFLICT (security_group_id, generation, member_id)
       DO UPDATE SET seq = excluded.seq, packed = excluded.packed`,
  );
  const deleteGrantsOf = db.prepare<[string, string]>(
    'DELETE FROM group_grants WHERE security_group_id = ? AND member_id = ?',
  );
  const deleteGrantsBefore = db.prepare<[string, number]>(
    'DELETE FROM group_grants WHERE security_group_id = ? AND generation < ?',
  );
  const selectGroup = db.prepare<[string], GroupRow>(
    'SELECT * FROM security_groups WHERE security_group_id = ?',
  );
  const selectGroups = db.prepare<[], GroupRow>('SELECT * FROM security_groups ORDER BY security_group_id');
  const insertGroup = db.prepare<[GroupRow]>(
    `INSERT INTO security_groups (security_group_id, name, created_at, name_salt)
     VALUES (@security_group_id, @name, @created_at, @name_salt)`,
  );
  const fillNameSalt = db.prepare<[string | null, string]>(
    'UPDATE security_groups SET name_salt = coalesce(name_salt, ?) WHERE security_group_id = ?',
  );
  return {
    listRecords: () => selectRecords.all(),
    listRecordsFrom: (seq: number, limit = Number.MAX_SAFE_INTEGER) => selectFrom.all(seq, limit),
    lastSeq: () => selectLast.get() ?? 0,
    findRecord: (seq: number) => selectRecord.get(seq),
    insertRecord: (row: MembershipRow) => void insertRecord.run(row),
    listGrantsOf: (memberId: PrincipalId) => selectGrantsOf.all(memberId),
    /** Members with a grant of exactly this generation. */
    listHolders: (securityGroupId: SecurityGroupId, generation: number) =>
      selectHolders.all(securityGroupId, generation),
    updateGrant: (row: GrantRow) => void upsertGrant.run(row),
    deleteGrantsOf: (securityGroupId: SecurityGroupId, memberId: PrincipalId) =>
      void deleteGrantsOf.run(securityGroupId, memberId),
    deleteGrantsBefore: (securityGroupId: SecurityGroupId, generation: number) =>
      void deleteGrantsBefore.run(securityGroupId, generation),
    findGroup: (securityGroupId: SecurityGroupId) => selectGroup.get(securityGroupId),
    listGroups: () => selectGroups.all(),
    /** Stores the name salt of a group whose row an older release wrote without one. */
    fillNameSalt: (securityGroupId: SecurityGroupId, salt: string | null) =>
      void fillNameSalt.run(salt, securityGroupId),
    insertGroup: (row: GroupRow) => void insertGroup.run(row),
  };
}
