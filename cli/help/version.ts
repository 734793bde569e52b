import { readFileSync } from 'node:fs';

/** The same from here and from the bundle: both lie two folders below the package's own. */
const MANIFEST = '../../package.json';

/** The version of the package this program belongs to. */
export function programVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(new URL(MANIFEST, import.meta.url), 'utf8'));
  const version = new Map(Object.entries(manifest ?? {})).get('version');
  return typeof version === 'string' ? version : 'unknown';
}
