import type { PrincipalId } from '#contract/ids.ts';
import type { Statements } from '#server/storage/engine/sql-engine.ts';

/** SQL over secrets sealed to one principal each, such as the CA key; packed hybrid envelopes. */
export type AdminSecretStore = ReturnType<typeof createAdminSecretStore>;

export function createAdminSecretStore(db: Statements) {
  const select = db
    .prepare<[string, string], Uint8Array>(
      'SELECT packed FROM admin_secrets WHERE name = ? AND principal_id = ?',
    )
    .pluck();
  const selectHolders = db
    .prepare<[string], PrincipalId>('SELECT principal_id FROM admin_secrets WHERE name = ?')
    .pluck();
  const insert = db.prepare<[string, string, Uint8Array]>(
    `INSERT INTO admin_secrets (name, principal_id, packed) VALUES (?, ?, ?)
     ON CONFLICT (name, principal_id) DO UPDATE SET packed = excluded.packed`,
  );
  const remove = db.prepare<[string, string]>(
    'DELETE FROM admin_secrets WHERE name = ? AND principal_id = ?',
  );
  const selectBelow = db.prepare<[string], { name: string; principal_id: PrincipalId; packed: Uint8Array }>(
    "SELECT name, principal_id, packed FROM admin_secrets WHERE name LIKE ? || '%' ORDER BY name, principal_id",
  );
  return {
    find: (name: string, principalId: PrincipalId) => select.get(name, principalId),
    listHolders: (name: string) => selectHolders.all(name),
    /** Secrets whose names begin with `prefix`: letters, digits, hyphens and slashes. */
    listBelow: (prefix: string) => selectBelow.all(prefix),
    insert: (name: string, principalId: PrincipalId, packed: Uint8Array) =>
      void insert.run(name, principalId, packed),
    delete: (name: string, principalId: PrincipalId) => void remove.run(name, principalId),
  };
}
