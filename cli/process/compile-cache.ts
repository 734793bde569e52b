/**
 * Enables Node's compile cache in the user's cache folder, so that commands start faster. The folder must belong to
 * the user alone, because cached code is executed. It contains only code of the program. `NODE_COMPILE_CACHE` and
 * `NODE_DISABLE_COMPILE_CACHE` override it.
 */
import { lstatSync, mkdirSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';

const FOLDER = join('sealed-records-vault', 'compiled');
const OWNER_ONLY = 0o700;
const OTHERS_WRITE = 0o022;

type Variables = Readonly<Record<string, string | undefined>>;

/**
 * Enables the cache, also for threads through the variable, because Node enables it only for the calling thread.
 * Without a usable folder the program starts uncached.
 */
export function startCompileCache(variables: Record<string, string | undefined>): void {
  if (variables['NODE_COMPILE_CACHE']) return;
  const folder = join(cacheRoot(variables, process.platform), FOLDER);
  try {
    mkdirSync(folder, { recursive: true, mode: OWNER_ONLY });
    if (!isOwn(folder)) return;
    enableCompileCache(folder);
    variables['NODE_COMPILE_CACHE'] = folder;
  } catch {
    // A user without a home folder, or with a read-only one, has no cache.
  }
}

/** Rejects a folder that others can write to, because they could choose the code to run. */
function isOwn(folder: string): boolean {
  const { uid, mode } = lstatSync(folder);
  return process.getuid === undefined || (uid === process.getuid() && (mode & OTHERS_WRITE) === 0);
}

function cacheRoot(variables: Variables, platform: NodeJS.Platform): string {
  if (platform === 'win32') return variables['LOCALAPPDATA'] ?? join(homedir(), 'AppData', 'Local');
  if (platform === 'darwin') return join(homedir(), 'Library', 'Caches');
  const given = variables['XDG_CACHE_HOME'] ?? '';
  return isAbsolute(given) ? given : join(homedir(), '.cache');
}
