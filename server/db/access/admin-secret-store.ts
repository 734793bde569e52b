import type { Database } from 'better-sqlite3';

/** Secrets sealed to one principal each (the CA key); packed hybrid envelopes. */
export type AdminSecretStore = ReturnType<typeof createAdminSecretStore>;

export function createAdminSecretStore(db: Database) {
  const select = db
    .prepare<[string, string], Uint8Array>(
      'SELECT packed FROM admin_secrets WHERE name = ? AND principal_id = ?',
    )
    .pluck();
  const selectHolders = db
    .prepare<[string], string>('SELECT principal_id FROM admin_secrets WHERE name = ?')
    .pluck();
  const insert = db.prepare<[string, string, Uint8Array]>(
    'INSERT OR REPLACE INTO admin_secrets (name, principal_id, packed) VALUES (?, ?, ?)',
  );
  const remove = db.prepare<[string, string]>(
    'DELETE FROM admin_secrets WHERE name = ? AND principal_id = ?',
  );
  return {
    find: (name: string, principalId: string) => select.get(name, principalId),
    listHolders: (name: string) => selectHolders.all(name),
    insert: (name: string, principalId: string, packed: Uint8Array) =>
      void insert.run(name, principalId, packed),
    delete: (name: string, principalId: string) => void remove.run(name, principalId),
  };
}
