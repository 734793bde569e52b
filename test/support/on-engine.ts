import { test } from 'vitest';
import { onlyWhere } from './left-out.ts';
import { isOnPostgres } from './postgres.ts';

type Act = () => void | Promise<void>;

/** Defines a test for SQLite only; elsewhere it is skipped with the reason. */
export function onSqlite(reason: string): (name: string, act: Act) => void {
  return (name, act) => test(name, onlyWhere(!isOnPostgres, `on PostgreSQL: ${reason}`), act);
}

/** Defines a test for PostgreSQL only. */
export function onPostgres(reason: string): (name: string, act: Act) => void {
  return (name, act) => test(name, onlyWhere(isOnPostgres, `on SQLite: ${reason}`), act);
}
