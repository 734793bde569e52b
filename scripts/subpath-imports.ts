/** Resolves the package's own imports to paths: `#contract/ids.ts` is `lib/contract/ids.ts`, from package.json. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');

/** Import prefix and its folder from the root, both ending in `/`. */
export const OWN_IMPORTS: readonly (readonly [alias: string, folder: string])[] = Object.entries(
  (
    JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
      readonly imports: Readonly<Record<string, string>>;
    }
  ).imports,
).map(([alias, folder]) => [alias.replace('*', ''), folder.replace(/^\.\/|\*$/g, '')]);

/** Returns the path from the root for a specifier that starts with `#`. */
export function ownImportPath(specifier: string): string {
  const found = OWN_IMPORTS.find(([alias]) => specifier.startsWith(alias));
  if (found === undefined) throw new Error(`package.json names no import for ${specifier}`);
  const [alias, folder] = found;
  return folder + specifier.slice(alias.length);
}
