/**
 * Checks that the editor's style sheets, loaded later, restyle no class of other screens, because visible content
 * would move.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const STYLES = join(import.meta.dirname, '..', '..', 'renderer', 'styles');
/** Classes meant for both: the palette and pick lists. */
const SHARED = new Set(['.editor-frame', '.picklist']);

/** Returns classes styled independently of window and medium. */
function plainClasses(css: string): string[] {
  const selectors: string[] = [];
  let depth = 0;
  for (const [part = '', open] of css.replaceAll(/\/\*[\s\S]*?\*\//g, '').matchAll(/[^{}]*([{}])/g)) {
    if (open === '{' && depth === 0) selectors.push(part.slice(0, -1));
    depth += open === '{' ? 1 : -1;
  }
  return selectors
    .flatMap((selector) => selector.split(','))
    .map((selector) => selector.trim())
    .filter((selector) => /^\.[\w-]+$/.test(selector));
}

test('no class of another screen is styled anew by a sheet of the editor', () => {
  const sheets = readdirSync(STYLES, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.css'),
  );
  const classesOf = (isEditor: boolean) =>
    new Set(
      sheets
        .filter((name) => name.startsWith('editor') === isEditor)
        .flatMap((name) => plainClasses(readFileSync(join(STYLES, name), 'utf8'))),
    );
  const others = classesOf(false);
  expect(others.size).toBeGreaterThan(100);
  expect([...classesOf(true)].filter((name) => others.has(name) && !SHARED.has(name))).toEqual([]);
});
