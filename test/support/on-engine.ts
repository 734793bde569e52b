import { test } from 'vitest';
import { onlyWhere } from './left-out.ts';
import { isOnPostgres } from './postgres.ts';

type Act = () => void | Promise<void>;

/** A test of what SQLite alone does; the reason stands in the report of the run where it is left out. */
export function onSqlite(reason: string): (name: string, act: Act) => void {
  return (name, act) => test(name, onlyWhere(!isOnPostgres, `on PostgreSQL: ${reason}`), act);
}

/** A test of what PostgreSQL alone does. */
export function onPostgres(reason: string): (name: string, act: Act) => void {
  return (name, act) => test(name, onlyWhere(isOnPostgres, `on SQLite: ${reason}`), act);
}
