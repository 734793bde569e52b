/**
 * Node keeps the program's code compiled between two starts, in the cache folder of whoever runs it and for them alone:
 * what lies there is run. It holds code of the program and nothing it works on. `NODE_COMPILE_CACHE` and
 * `NODE_DISABLE_COMPILE_CACHE` say otherwise, as ever.
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
 * Threads are told by the variable: Node enables it for the one that asks alone.
 * Where it cannot be kept, the program only starts as it would without.
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
    // A user without a home, or one that is read-only.
  }
}

/** One that others can write to is not taken: they would choose what is run. */
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
