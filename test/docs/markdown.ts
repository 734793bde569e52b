/** The pages of the repository, and what they hold besides prose. */
import { globSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';

export const ROOT = join(import.meta.dirname, '..', '..');

/** Told once, of what was there then. */
const PAST = ['CHANGELOG.md'];

/** From the root, with `/`. */
export const PAGES = globSync(
  [
    '*.md',
    '.ci/*.md',
    '{changelog,cli,docs,lanes,lib,renderer,resources,scripts,sdk,server,test,transfer}/**/*.md',
  ],
  { cwd: ROOT },
)
  .map((page) => page.replaceAll(sep, '/'))
  .filter((page) => !PAST.includes(page))
  .sort();

export function readPage(page: string): string {
  return readFileSync(join(ROOT, page), 'utf8');
}

/** Its lines, each at its number; those inside a fence are empty. */
export function proseLines(text: string): string[] {
  return text.replaceAll(/^```.*?^```/gms, (block) => block.replaceAll(/[^\n]/g, '')).split('\n');
}

/** The names by which `#name` leads to a heading, as the forges make them. */
export function anchorsOf(text: string): Set<string> {
  const headings = proseLines(text).flatMap((line) => /^#+ (.*)$/.exec(line)?.[1] ?? []);
  return new Set(
    headings.map((heading) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}\-_ ]/gu, '')
        .trim()
        .replaceAll(' ', '-'),
    ),
  );
}
