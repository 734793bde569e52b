/** The package's own imports as paths: `#contract/ids.ts` is `lib/contract/ids.ts`, as package.json says. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');

/** What a specifier begins with, and the folder from the root that stands for it, both ending in `/`. */
export const OWN_IMPORTS: readonly (readonly [alias: string, folder: string])[] = Object.entries(
  (
    JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
      readonly imports: Readonly<Record<string, string>>;
    }
  ).imports,
).map(([alias, folder]) => [alias.replace('*', ''), folder.replace(/^\.\/|\*$/g, '')]);

/** The path from the root that a specifier beginning with `#` leads to. */
export function ownImportPath(specifier: string): string {
  const found = OWN_IMPORTS.find(([alias]) => specifier.startsWith(alias));
  if (found === undefined) throw new Error(`package.json names no import for ${specifier}`);
  const [alias, folder] = found;
  return folder + specifier.slice(alias.length);
}
