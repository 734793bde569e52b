/**
 * Makes one call of the database or file system fail in this process: the k-th after `arm`. Intercepts better-sqlite3
 * statements and node:fs/promises, without changes in the server.
 */
import { promises as fs } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import SqliteDatabase from 'better-sqlite3';

export const FAULTS = {
  database: ['SQLITE_BUSY', 'SQLITE_FULL', 'SQLITE_IOERR_WRITE', 'SQLITE_CORRUPT'],
  file: ['ENOSPC', 'EIO', 'EMFILE'],
} as const;

export type Place = keyof typeof FAULTS;

export interface Injector {
  /** Makes the k-th call (from 1) fail once with the code. */
  readonly arm: (place: Place, k: number, code: string) => void;
  /** Disarms; returns true if that call was reached. */
  readonly disarm: () => boolean;
  readonly remove: () => void;
}

const STATEMENT_CALLS = ['run', 'get', 'all', 'iterate'];
const HANDLE_CALLS = ['write', 'writev', 'read', 'sync', 'datasync', 'stat'];
const FILE_CALLS = ['open', 'mkdir', 'rename', 'unlink', 'readdir', 'readFile'];

export async function injectFaults(): Promise<Injector> {
  let armed: { place: Place; left: number; code: string } | undefined;
  const undo: (() => void)[] = [];

  function strike(place: Place): string | undefined {
    if (armed?.place !== place) return undefined;
    armed.left -= 1;
    return armed.left === 0 ? armed.code : undefined;
  }

  function wrap(owner: object, name: string, failing: () => unknown): void {
    const original: unknown = Reflect.get(owner, name);
    if (typeof original !== 'function') throw new TypeError(`There is no ${name} to make fail.`);
    const wrapped = function (this: unknown, ...args: unknown[]): unknown {
      return failing() ?? Reflect.apply(original, this, args);
    };
    Reflect.set(owner, name, wrapped);
    undo.push(() => void Reflect.set(owner, name, original));
  }

  const database = new SqliteDatabase(':memory:');
  const statement: object = Object.getPrototypeOf(database.prepare('SELECT 1'));
  database.close();
  for (const name of STATEMENT_CALLS) {
    wrap(statement, name, () => {
      const code = strike('database');
      if (code !== undefined) throw new SqliteDatabase.SqliteError('injected', code);
    });
  }
  const rejecting = () => {
    const code = strike('file');
    if (code === undefined) return undefined;
    return Promise.reject(Object.assign(new Error('injected'), { code, syscall: 'injected' }));
  };
  for (const name of HANDLE_CALLS) wrap(await handlePrototype(), name, rejecting);
  for (const name of FILE_CALLS) wrap(fs, name, rejecting);
  syncBuiltinESMExports();

  return {
    arm(place, k, code) {
      armed = { place, left: k, code };
    },
    disarm() {
      const isStruck = armed !== undefined && armed.left <= 0;
      armed = undefined;
      return isStruck;
    },
    remove() {
      for (const each of undo) each();
      syncBuiltinESMExports();
    },
  };
}

async function handlePrototype(): Promise<object> {
  const handle: FileHandle = await open(import.meta.filename, 'r');
  try {
    return Object.getPrototypeOf(handle);
  } finally {
    await handle.close();
  }
}
