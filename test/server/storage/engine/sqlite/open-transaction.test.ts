/**
 * Tests that an open transaction is detected without a query if none was begun, and correctly if it ended by itself.
 */
import SqliteDatabase from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { createSqliteEngine } from '#server/storage/engine/sqlite/sqlite-engine.ts';

function openDatabase() {
  const db = new SqliteDatabase(':memory:');
  db.exec('CREATE TABLE one (id INTEGER PRIMARY KEY ON CONFLICT ROLLBACK)');
  onTestFinished(() => void db.close());
  return db;
}

test('from its beginning to its end', () => {
  const engine = createSqliteEngine(openDatabase());
  const seen = [engine.inTransaction];
  for (const end of [engine.commit, engine.rollback]) {
    engine.begin();
    seen.push(engine.inTransaction);
    end();
    seen.push(engine.inTransaction);
  }
  expect(seen).toEqual([false, true, false, true, false]);
});

test('while something is read at once, or until that is ended', () => {
  const engine = createSqliteEngine(openDatabase());
  expect(engine.readSnapshot(() => engine.inTransaction)).toBe(true);
  expect(engine.inTransaction).toBe(false);
  const end = engine.beginSnapshot();
  expect(engine.inTransaction).toBe(true);
  end();
  expect(engine.inTransaction).toBe(false);
});

test('not any more, where the database gave it up', () => {
  const engine = createSqliteEngine(openDatabase());
  const insert = engine.prepare<[], unknown>('INSERT INTO one VALUES (1)');
  engine.begin();
  insert.run();
  expect(() => insert.run()).toThrow('UNIQUE');
  expect(engine.inTransaction).toBe(false);
});

test('where one was before the engine', () => {
  const db = openDatabase();
  db.exec('BEGIN');
  const engine = createSqliteEngine(db);
  expect(engine.inTransaction).toBe(true);
  engine.rollback();
  expect(engine.inTransaction).toBe(false);
});
