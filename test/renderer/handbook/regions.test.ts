// @vitest-environment jsdom
/** Tests the keys listed beside a page, and that every place of the window leads to a page that is there. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  OVERLAYS,
  PANELS,
  PARTS,
  REPORT_DIALOGS,
  SETTINGS,
  TEXT_PARTS,
  VIEWS,
  WORKLIST,
} from '#renderer/screens/handbook/focus-place.ts';
import { parsePage } from '#renderer/screens/handbook/parse-page.ts';
import { REGION_KEYS, REGION_KEYS_MAX } from '#renderer/screens/handbook/region-keys.ts';
import { searchPages } from '#renderer/screens/handbook/search-pages.ts';
import { ROOT } from '#scripts/desktop/build-stamp.ts';

describe('REGION_KEYS', () => {
  test.each(Object.entries(REGION_KEYS))('%s lists at most fourteen, each once', (_region, ids) => {
    expect(ids.length).toBeLessThanOrEqual(REGION_KEYS_MAX);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

test('every place leads to a page', () => {
  const named = [OVERLAYS, PANELS, REPORT_DIALOGS, SETTINGS, WORKLIST].flatMap((pages) =>
    Object.values(pages),
  );
  const pages = [
    ...named,
    ...[...PARTS, ...VIEWS].map((part) => part[2]),
    ...TEXT_PARTS.map((part) => part[1]),
  ];
  const isThere = (page: string) => existsSync(join(ROOT, 'docs', 'handbook', 'en', `${page}.md`));
  expect(pages.length).toBeGreaterThan(30);
  expect(pages.filter((page) => !isThere(page))).toEqual([]);
});

describe('searchPages', () => {
  const page = (id: string, text: string) => parsePage(id, text, 'en');
  const pages = [
    page('a', '# Print\n\nPages have a mark. Paper is white.\n\n1. Press `Ctrl+P` on paper.\n'),
    page('b', '# Paper\n\nSomething else.\n\n1. Fold it.\n'),
  ];

  test('pages with the word in the title come first, each with its sentence', () => {
    const found = searchPages(pages, ['pap']);
    expect(found.map(({ page: { id }, sentence }) => [id, sentence])).toEqual([
      ['b', 'Something else.'],
      ['a', 'Paper is white.'],
    ]);
  });

  test('the sentence with most of the words is shown', () => {
    expect(searchPages(pages, ['paper', 'press'])[0]?.sentence).toBe('Press Ctrl P on paper.');
  });

  test('every word must be on the page', () => {
    expect(searchPages(pages, ['paper', 'zebra'])).toEqual([]);
  });
});
