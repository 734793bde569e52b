/** Checks that linked files and headings, and repository paths named in pages, exist. */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, test } from 'vitest';
import { anchorsOf, PAGES, proseLines, ROOT, readPage } from './markdown.ts';

/** Files that only a machine with Electron can create. */
const MADE_LATER = ['test/fixtures/electron/trace.txt'];
/** Folders that runs create. */
const MADE = ['node_modules', 'dist', 'release', 'test-results'];

const folders = readdirSync(ROOT, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.') && !MADE.includes(entry.name))
  .map(({ name }) => name);

function deadLinks(page: string, text: string): string[] {
  const links = proseLines(text).flatMap((line) => [...line.matchAll(/\]\(([^)\s]+)\)/g)]);
  return links.flatMap(([, link = '']) => {
    if (/^[a-z]+:/.test(link)) return [];
    const [path = '', anchor] = link.split('#');
    const target = path === '' ? page : normalize(join(dirname(page), path));
    if (!existsSync(join(ROOT, target))) return [`${page}: ${link}`];
    const leads = anchor === undefined || !target.endsWith('.md') || anchorsOf(readPage(target)).has(anchor);
    return leads ? [] : [`${page}: ${link} (no such heading)`];
  });
}

/** Returns paths in backticks that start with a folder of the repository; `*` and `<x>` are placeholders. */
function namedPaths(text: string): string[] {
  const spans = proseLines(text).flatMap((line) => [...line.matchAll(/`([^`\s]+)`/g)]);
  return spans
    .map(([, span = '']) => span.split(/[:#]/)[0] ?? '')
    .filter((span) => folders.some((folder) => span.startsWith(`${folder}/`)) && !/[*<{…=]/.test(span));
}

describe.each(PAGES)('%s', (page) => {
  const text = readPage(page);

  test('links what is there', () => {
    expect(deadLinks(page, text)).toEqual([]);
  });

  test('names files that are there', () => {
    const gone = namedPaths(text).filter(
      (path) => !existsSync(join(ROOT, path)) && !MADE_LATER.includes(path),
    );
    expect(gone).toEqual([]);
  });
});

test('a link to nothing, to no heading, and the name of a file that is gone are found', () => {
  expect(statSync(join(ROOT, 'docs', 'guide')).isDirectory()).toBe(true);
  expect(deadLinks('README.md', 'See [it](docs/gone.md).')).toEqual(['README.md: docs/gone.md']);
  expect(deadLinks('README.md', 'See [it](docs/glossary.md#gone).')).toHaveLength(1);
  expect(namedPaths('As `server/gone.ts:12` says, and `srvault serve`.')).toEqual(['server/gone.ts']);
});
