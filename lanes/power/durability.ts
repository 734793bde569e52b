/**
 * Checks from system calls what would survive a power cut. Bytes count once their file was synced, names once their
 * folder was. All data a response confirms must be durable when it is sent. SQLite's log may be truncated only after
 * the database file was synced.
 */
import { basename, dirname, join, relative } from 'node:path';
import type { Call } from './parse-system-calls.ts';

/** Files that need no sync, because they are rebuilt or useless after a power cut. */
const NOT_KEPT = /^(search|run\.json|lock\.sqlite|vault\.sqlite-shm|reserve$)/;
/** Names of unfinished files. */
const UNFINISHED = /\.(part|new)$/;

/** Returns each violation once, as a line. */
export function checkDurability(calls: readonly Call[], dataDir: string): string[] {
  const unsynced = new Set<string>();
  const unnamed = new Set<string>();
  const known = new Set<string>([dataDir]);
  const found = new Set<string>();
  const database = join(dataDir, 'vault.sqlite');
  const log = join(dataDir, 'vault.sqlite-wal');
  const isKept = (path: string): boolean =>
    path.startsWith(`${dataDir}/`) && !NOT_KEPT.test(relative(dataDir, path)) && !UNFINISHED.test(path);

  function hold(moment: string): void {
    for (const path of unsynced) {
      // The log contains data that the database file lacks.
      if (isKept(path) && path !== database) found.add(`${moment} before ${whatOf(path)} was synced`);
    }
    for (const path of unnamed) {
      if (isKept(path)) found.add(`${moment} before the name of ${whatOf(path)} was synced`);
    }
  }

  for (const call of calls) {
    switch (call.kind) {
      case 'written':
        unsynced.add(call.path);
        break;
      case 'synced':
        unsynced.delete(call.path);
        for (const path of unnamed) if (dirname(path) === call.path) unnamed.delete(path);
        break;
      case 'named':
        if (call.from !== undefined) {
          if (unsynced.delete(call.from)) unsynced.add(call.path);
          unnamed.delete(call.from);
          known.delete(call.from);
        }
        if (call.from !== undefined || !known.has(call.path)) unnamed.add(call.path);
        known.add(call.path);
        break;
      case 'removed':
        unsynced.delete(call.path);
        unnamed.delete(call.path);
        known.delete(call.path);
        break;
      case 'cut':
        if (call.path === log && unsynced.has(database))
          found.add('the log was cut before the database was synced');
        break;
      case 'answered':
        hold('an answer left');
    }
  }
  return [...found];
}

/** Groups content files by folder, because their names are random. */
function whatOf(path: string): string {
  return basename(dirname(dirname(path))) === 'blobs' ? 'a file in blobs/' : basename(path);
}
