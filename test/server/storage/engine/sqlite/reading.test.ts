/** Tests reads of one snapshot: after any failure the connection is free. */
import SqliteDatabase from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { injectFaults } from '#lanes/faults/fault-injection.ts';
import { createSqliteEngine } from '#server/storage/engine/sqlite/sqlite-engine.ts';

async function engineWithFaults() {
  const engine = createSqliteEngine(new SqliteDatabase(':memory:'));
  const one = engine.prepare<[], unknown>('SELECT 1');
  const injector = await injectFaults();
  onTestFinished(() => {
    injector.remove();
    engine.close();
  });
  return { engine, read: () => one.get(), injector };
}

test.each([1, 2, 3])('the %d. call of a reading in one transaction fails', async (call) => {
  const { engine, read, injector } = await engineWithFaults();
  injector.arm('database', call, 'SQLITE_IOERR_READ');
  expect(() => engine.readSnapshot(read)).toThrow('injected');
  expect(injector.disarm()).toBe(true);
  expect(engine.inTransaction).toBe(false);
  expect(engine.readSnapshot(read)).toBeDefined();
});

test.each([1, 2, 3])('the %d. call of a reading that is ended later fails', async (call) => {
  const { engine, injector } = await engineWithFaults();
  injector.arm('database', call, 'SQLITE_IOERR_READ');
  expect(() => engine.beginSnapshot()()).toThrow('injected');
  expect(injector.disarm()).toBe(true);
  expect(engine.inTransaction).toBe(false);
});
