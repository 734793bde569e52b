/** One row of the table of layers, and what it lets through. */
export interface Layer {
  /** What the folder or file is for, in ARCHITECTURE.md. */
  readonly holds: string;
  /** Internal folders and files (prefixes from the repository root). The own folder is always allowed. */
  readonly internal: readonly string[];
  /** Package names; `node:` stands for all of Node's own modules, a trailing `*` for a prefix. */
  readonly packages: readonly string[];
}

/** Reached only by rows that name it. */
const PRIVATE = ['lib/crypto/hazmat'];

/** Whether a file of the row may import the path. */
export function mayReach(name: string, { internal }: Layer, path: string): boolean {
  const isOwn = path === name || path.startsWith(`${name}/`);
  if (isOwn) return true;
  const within = (prefix: string) => path === prefix || path.startsWith(`${prefix}/`);
  const isPrivate = PRIVATE.some((hidden) => within(hidden) && !internal.includes(hidden));
  return !isPrivate && internal.some(within);
}
