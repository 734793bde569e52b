/**
 * What a machine would still hold if its power went at any moment: bytes count once their file was synced, names once
 * their folder was. When an answer leaves, all it may speak of must be there. The order SQLite needs is held as well:
 * the log is cut only after the database file was synced.
 */
import { basename, dirname, join, relative } from 'node:path';
import type { Call } from './trace.ts';

/** Made anew from the rest, or of no use after the power went. */
const NOT_KEPT = /^(search|run\.json|lock\.sqlite|vault\.sqlite-shm|reserve$)/;
/** Names of what is not finished. */
const UNFINISHED = /\.(part|new)$/;

/** What does not hold, a line each, each once. */
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
      // The log holds what the database file lacks.
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

/** Files of content by their folder: their names are random. */
function whatOf(path: string): string {
  return basename(dirname(dirname(path))) === 'blobs' ? 'a file in blobs/' : basename(path);
}
