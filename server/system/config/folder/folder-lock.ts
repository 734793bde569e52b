/**
 * Ensures one process per data folder: an exclusive lock on a small SQLite file, which the operating system releases
 * when the process ends.
 * Source: choices, "Transport and client certificates"; sealing design B8.
 */
import SqliteDatabase from 'better-sqlite3';
import { FolderInUseError } from '#contract/errors/vault-error.ts';
import { assertOwnDatabase } from './assert-no-links.ts';

export interface FolderLock {
  readonly release: () => void;
}

/**
 * Locks a folder for this process; undefined when another process has it.
 * @throws protocol_error where the lock is a link or no file
 */
export function tryLockFolder(lockFile: string): FolderLock | undefined {
  assertOwnDatabase(lockFile);
  const db = new SqliteDatabase(lockFile, { timeout: 0 });
  try {
    db.pragma('journal_mode = DELETE');
    db.exec('BEGIN EXCLUSIVE');
    return { release: () => db.close() };
  } catch (error) {
    db.close();
    if (error instanceof SqliteDatabase.SqliteError && error.code.startsWith('SQLITE_BUSY')) return undefined;
    throw error;
  }
}

/** Locks a folder for this process. @throws FolderInUseError when another process has it. */
export function lockFolder(lockFile: string): FolderLock {
  const lock = tryLockFolder(lockFile);
  if (lock) return lock;
  throw new FolderInUseError();
}
