import { test } from 'vitest';
import { isOnPostgres } from './postgres.ts';

/** A test of what SQLite alone does; the reason is printed where it is left out. */
export function onSqlite(reason: string): ReturnType<typeof test.skipIf> {
  if (isOnPostgres) process.stdout.write(`left out on PostgreSQL: ${reason}\n`);
  return test.skipIf(isOnPostgres);
}

/** A test of what PostgreSQL alone does. */
export function onPostgres(reason: string): ReturnType<typeof test.runIf> {
  if (!isOnPostgres) process.stdout.write(`left out on SQLite: ${reason}\n`);
  return test.runIf(isOnPostgres);
}
