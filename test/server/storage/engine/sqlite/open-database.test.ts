import { statSync } from 'node:fs';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import type { SchemaChange } from '#server/storage/engine/sql-engine.ts';
import { assertPragmas, openVaultDatabase } from '#server/storage/engine/sqlite/open-database.ts';
import { MIGRATIONS } from '#server/storage/migrations/migrations.ts';
import { migrate, schemaVersion } from '#server/storage/migrations/migrator.ts';
import { testTempDir } from '#test/support/temp-dir.ts';

const databaseFile = () => join(testTempDir(), 'vault.sqlite');

describe('openVaultDatabase', () => {
  test('sets every pragma, on reopening too', () => {
    const file = databaseFile();
    openVaultDatabase(file, MIGRATIONS).close();
    const db = openVaultDatabase(file, MIGRATIONS);
    const read = (name: string) => db.pragma(name, { simple: true });
    expect(read('journal_mode')).toBe('wal');
    expect(read('synchronous')).toBe(2);
    expect(read('secure_delete')).toBe(1);
    expect(read('foreign_keys')).toBe(1);
    expect(read('trusted_schema')).toBe(0);
    expect(read('cell_size_check')).toBe(1);
    expect(read('temp_store')).toBe(2);
    expect(() => assertPragmas(db)).not.toThrow();
    db.close();
  });

  test('refuses to go on with a pragma that reads back wrong', () => {
    const db = openVaultDatabase(databaseFile(), MIGRATIONS);
    db.pragma('synchronous = NORMAL');
    expect(() => assertPragmas(db)).toThrow(/synchronous/);
    db.close();
  });

  test('makes a file only its owner can read', () => {
    const file = databaseFile();
    openVaultDatabase(file, MIGRATIONS).close();
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  test('refuses a database of a newer version and leaves it unchanged', () => {
    const file = databaseFile();
    const newer = { id: 9999, name: '9999-future', up: () => undefined };
    openVaultDatabase(file, [...MIGRATIONS, newer]).close();
    expect(() => openVaultDatabase(file, MIGRATIONS)).toThrow(/newer version/);
    const db = new SqliteDatabase(file, { readonly: true });
    expect(schemaVersion(db)).toBe(9999);
    db.close();
  });

  test('refuses a SQLite file that belongs to another program', () => {
    const file = databaseFile();
    const foreign = new SqliteDatabase(file);
    foreign.exec('CREATE TABLE bookmarks (url TEXT)');
    foreign.close();
    expect(() => openVaultDatabase(file, MIGRATIONS)).toThrow(/not a vault/);
  });

  test('every table is STRICT', () => {
    const db = openVaultDatabase(databaseFile(), MIGRATIONS);
    const loose = db
      .prepare(
        "SELECT name FROM pragma_table_list WHERE type = 'table' AND strict = 0 AND name NOT LIKE 'sqlite_%'",
      )
      .pluck()
      .all();
    expect(loose).toEqual([]);
    db.close();
  });
});

describe('migrate', () => {
  test('applies what is missing in order of ids, once', () => {
    const db = new SqliteDatabase(':memory:');
    const applied: number[] = [];
    const migration = (id: number) => ({ id, name: `m${id}`, up: () => void applied.push(id) });
    migrate(db, [migration(2), migration(1)]);
    migrate(db, [migration(1), migration(2), migration(3)]);
    expect(applied).toEqual([1, 2, 3]);
    expect(schemaVersion(db)).toBe(3);
  });

  test('a migration that throws leaves neither its tables nor its version behind', () => {
    const db = new SqliteDatabase(':memory:');
    const broken = {
      id: 1,
      name: 'broken',
      up(fresh: SchemaChange) {
        fresh.exec('CREATE TABLE half (x TEXT)');
        throw new Error('power cut');
      },
    };
    expect(() => migrate(db, [broken])).toThrow('power cut');
    expect(schemaVersion(db)).toBe(0);
    expect(db.prepare("SELECT count(*) FROM sqlite_schema WHERE name = 'half'").pluck().get()).toBe(0);
  });
});
