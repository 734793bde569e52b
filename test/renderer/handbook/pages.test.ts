/** Tests the handbook's pages: form, links, labels and keys, and a page for every command. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { COMMANDS, type Command } from '#renderer/commands/command-table.ts';
import { de } from '#renderer/messages/de.ts';
import { en } from '#renderer/messages/en.ts';
import {
  type HandbookPage,
  type Inline,
  parseContents,
  parsePage,
  plainText,
  sentencesOf,
} from '#renderer/screens/handbook/parse-page.ts';
import { ROOT } from '#scripts/desktop/build-stamp.ts';

const HANDBOOK = join(ROOT, 'docs', 'handbook');
const LANGUAGES = ['en', 'de'] as const;
const LEAD_SENTENCES_MAX = 3;
const STEPS_MAX = 6;
const WORDS_MAX = 30;
/** Keys of controls that are no commands: lists, dialogs, the review of words. */
const PLAIN_KEYS = new Set(['Enter', 'Esc', 'Tab', 'Space', 'Up', 'Down', 'R', 'K', '1', '3']);

type HandbookLanguage = (typeof LANGUAGES)[number];

function filesOf(language: HandbookLanguage): string[] {
  return readdirSync(join(HANDBOOK, language)).sort();
}

function readFile(language: HandbookLanguage, file: string): string {
  return readFileSync(join(HANDBOOK, language, file), 'utf8');
}

function pagesOf(language: HandbookLanguage): HandbookPage[] {
  return filesOf(language)
    .filter((file) => file !== 'README.md')
    .map((file) => parsePage(file.replace(/\.md$/, ''), readFile(language, file), language));
}

/** Every text of a catalogue; `{{…}}` and the rest of a plural stay as they are. */
function textsOf(catalogue: object): string[] {
  return Object.values(catalogue).flatMap((value: unknown) =>
    typeof value === 'object' && value !== null ? textsOf(value) : typeof value === 'string' ? [value] : [],
  );
}

function inlinesOf({ lead, steps }: HandbookPage): Inline[] {
  return [...lead, ...steps.flat()];
}

describe.each(LANGUAGES)('the handbook in %s', (language) => {
  const pages = pagesOf(language);
  const byId = new Map(pages.map((page) => [page.id, page]));

  test('has the same pages as in English, with the same commands and pictures', () => {
    expect(filesOf(language)).toEqual(filesOf('en'));
    const facts = ({ id, commands, picture, links }: HandbookPage) => [id, commands, picture?.name, links];
    expect(pages.map(facts)).toEqual(pagesOf('en').map(facts));
  });

  test('lists every page once in its contents, by its title', () => {
    const contents = readFile(language, 'README.md');
    const listed = parseContents(contents).flatMap((group) => group.pages);
    expect(listed.toSorted()).toEqual(pages.map(({ id }) => id));
    for (const { id, title } of pages) expect(contents).toContain(`- [${title}](${id}.md)\n`);
  });

  test.each(pages.map((page) => [page.id, page] as const))('%s has the form of a page', (id, page) => {
    expect(page.title).not.toBe('');
    expect(sentencesOf(plainText(page.lead)).length).toBeLessThanOrEqual(LEAD_SENTENCES_MAX);
    expect(page.steps.length).toBeGreaterThan(0);
    expect(page.steps.length).toBeLessThanOrEqual(STEPS_MAX);
    const texts = [page.lead, ...page.steps].flatMap((part) => sentencesOf(plainText(part)));
    expect(texts.filter((text) => text.split(/\s+/).length > WORDS_MAX)).toEqual([]);
    for (const text of texts) expect(text).toMatch(/[.!?]$/);
    const written = readFile(language, `${id}.md`);
    for (const link of page.links) {
      expect(written).toContain(`- [${byId.get(link)?.title}](${link}.md)\n`);
      expect(link).not.toBe(id);
    }
    for (const theme of ['', '-dark'])
      expect(existsSync(join(HANDBOOK, 'pictures', `${page.picture?.name}${theme}.png`))).toBe(true);
  });

  test('names labels as the interface writes them', () => {
    const labels = new Set(textsOf({ en, de }[language]));
    const unknown = pages.flatMap((page) =>
      inlinesOf(page).flatMap((part) =>
        part.kind === 'label' && !labels.has(part.text) ? [`${page.id}: ${part.text}`] : [],
      ),
    );
    expect(unknown).toEqual([]);
  });

  test('names keys that the command table has', () => {
    const known = new Set<string>(COMMANDS.flatMap(({ keys }) => keys));
    const strange = pages.flatMap((page) =>
      inlinesOf(page).flatMap((part) =>
        part.kind === 'keys' && !PLAIN_KEYS.has(part.chord) && !known.has(part.chord)
          ? [`${page.id}: ${part.chord}`]
          : [],
      ),
    );
    expect(strange).toEqual([]);
  });
});

describe('a page for every command', () => {
  const pages = pagesOf('en');

  test('each command of the table has its page, and no page names another', () => {
    const explained = pages.flatMap(({ commands }) => commands);
    const ids: readonly string[] = COMMANDS.map(({ id }) => id);
    expect(ids.filter((id) => !explained.includes(id))).toEqual([]);
    expect(explained.filter((id) => !ids.includes(id))).toEqual([]);
  });

  test('the page of a command says its key or its name', () => {
    const rows: readonly Command[] = COMMANDS;
    const isSaid = ({ id, keys }: Command) =>
      pages
        .filter(({ commands }) => commands.includes(id))
        .flatMap(inlinesOf)
        .some((part) => (part.kind === 'keys' ? keys.includes(part.chord) : part.text === en.commands[id]));
    // A page may write «1 to 6» for a family.
    const silent = rows.filter(
      (row) =>
        !isSaid(row) && !rows.some((other) => row.family && other.family === row.family && isSaid(other)),
    );
    expect(silent.map(({ id }) => id)).toEqual([]);
  });
});

describe('parsePage', () => {
  test('a line that is no part of a page is an error', () => {
    const page = '# Title\n\nLead.\n\n1. Step.\n\n> quoted\n';
    expect(() => parsePage('x', page, 'en')).toThrow('not understood: > quoted');
  });

  test('keys are read by the names of the language', () => {
    const { steps } = parsePage('x', '# T\n\nLead.\n\n1. `Strg+Bild ab` oder **Los**.\n', 'de');
    expect(steps[0]).toEqual([
      { kind: 'keys', chord: 'Ctrl+PageDown' },
      { kind: 'text', text: ' oder ' },
      { kind: 'label', text: 'Los' },
      { kind: 'text', text: '.' },
    ]);
  });
});
