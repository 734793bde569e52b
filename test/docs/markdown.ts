/** Finds the repository's Markdown pages, and their prose, headings and anchors. */
import { globSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';

export const ROOT = join(import.meta.dirname, '..', '..');

/** Pages about the past, whose paths may no longer exist. */
const PAST = ['CHANGELOG.md'];

/** Paths from the root, with `/`. */
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

/** Returns the lines by number; those in a code fence are empty. */
export function proseLines(text: string): string[] {
  return text.replaceAll(/^```.*?^```/gms, (block) => block.replaceAll(/[^\n]/g, '')).split('\n');
}

/** Returns the anchors of headings (`#name`), as Git hosting sites generate them. */
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
