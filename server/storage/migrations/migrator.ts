/** Forward-only schema migrations; `user_version` holds the id of the newest one applied. */
import type { Database } from 'better-sqlite3';
import { VaultError } from '#contract/errors/vault-error.ts';
import type { SchemaChange } from '#server/storage/engine/sql-engine.ts';

export interface Migration {
  /** Number of the migration, from 1, unique, applied in ascending order. */
  readonly id: number;
  readonly name: string;
  /** Runs inside its own transaction; must not begin or end one. */
  readonly up: (db: SchemaChange) => void;
}

/** Schema numbers of an upgrade, before and after. */
export interface Upgrade {
  readonly from: number;
  readonly to: number;
}

/**
 * Applies every missing migration, each in one transaction with its version number. Calls `beforeUpgrade` before
 * migrating a non-empty database; a throw leaves it unchanged.
 * @throws protocol_error when the database was written by a newer version; nothing is changed then.
 */
export function migrate(
  db: Database,
  migrations: readonly Migration[],
  beforeUpgrade?: (db: Database, upgrade: Upgrade) => void,
): void {
  const ordered = migrations.toSorted((left, right) => left.id - right.id);
  const current = schemaVersion(db);
  const newest = ordered.at(-1)?.id ?? 0;
  assertKnownSchema(current, newest);
  if (current > 0 && current < newest) beforeUpgrade?.(db, { from: current, to: newest });
  for (const migration of ordered) {
    if (migration.id <= current) continue;
    db.transaction(() => {
      migration.up(db);
      db.pragma(`user_version = ${migration.id}`);
    }).immediate();
  }
}

/** Requires a schema this program knows. @throws protocol_error where the database has unknown migrations */
export function assertKnownSchema(schema: number, newest: number): void {
  if (schema <= newest) return;
  throw new VaultError(
    'protocol_error',
    `This vault was written by a newer version (schema ${schema}, this program knows ${newest}). Nothing was changed. Update the program.`,
  );
}

export function schemaVersion(db: Database): number {
  const version: unknown = db.pragma('user_version', { simple: true });
  return typeof version === 'number' ? version : 0;
}
