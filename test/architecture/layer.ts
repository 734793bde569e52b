/** Type of a row of the layer table, and the rule that decides whether an import is allowed. */
export interface Layer {
  /** Purpose of the folder or file, for ARCHITECTURE.md. */
  readonly holds: string;
  /** Allowed folders and files (prefixes from the repository root). The own folder is always allowed. */
  readonly internal: readonly string[];
  /** Allowed packages; `node:` means all of Node's modules, a trailing `*` a prefix. */
  readonly packages: readonly string[];
}

/** Folders that only rows naming them may import. */
const PRIVATE = ['lib/crypto/hazmat'];

/** Returns true if a file of the row may import the path. */
export function mayReach(name: string, { internal }: Layer, path: string): boolean {
  const isOwn = path === name || path.startsWith(`${name}/`);
  if (isOwn) return true;
  const within = (prefix: string) => path === prefix || path.startsWith(`${prefix}/`);
  const isPrivate = PRIVATE.some((hidden) => within(hidden) && !internal.includes(hidden));
  return !isPrivate && internal.some(within);
}
