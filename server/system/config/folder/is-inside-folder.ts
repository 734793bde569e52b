import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';

/** True when `path` is inside `folder` or is the folder itself, also through links. */
export function isInsideFolder(folder: string, path: string): boolean {
  const inside = relative(realPath(folder), realPath(path));
  return inside === '' || !(inside === '..' || inside.startsWith(`..${sep}`) || resolve(inside) === inside);
}

/** Resolves a path whose last parts may not exist yet. */
function realPath(path: string): string {
  const absolute = resolve(path);
  if (existsSync(absolute)) return realpathSync(absolute);
  const parent = dirname(absolute);
  return parent === absolute ? absolute : join(realPath(parent), basename(absolute));
}
