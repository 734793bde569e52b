import { describe, expect, test } from 'vitest';
import { COMMANDS } from '#renderer/commands/command-table.ts';
import { type Catalogue, sameKeys } from '#renderer/messages/catalogue.ts';
import { de } from '#renderer/messages/de.ts';
import { en } from '#renderer/messages/en.ts';
import { es } from '#renderer/messages/es.ts';
import { fr } from '#renderer/messages/fr.ts';
import { pt } from '#renderer/messages/pt.ts';
import type { LANGUAGES } from '#renderer/state/languages.ts';

const TRANSLATIONS: Readonly<Record<Exclude<(typeof LANGUAGES)[number], 'en'>, Catalogue>> = {
  de,
  fr,
  pt,
  es,
};

/** Returns every text of a catalogue by its dotted key. */
function texts(section: object, prefix = ''): Map<string, string> {
  return new Map(
    Object.entries(section).flatMap(([key, value]): [string, string][] =>
      typeof value === 'string' ? [[prefix + key, value]] : [...texts(value, `${prefix}${key}.`)],
    ),
  );
}

/** Returns the placeholders and tags of a text, sorted. */
const marks = (text: string) =>
  [...text.matchAll(/\{\{[^}]+\}\}|<[^>]+>|\$t\([^)]+\)/g)].map(([mark]) => mark).sort();

const english = texts(en);

test('a missing and an extra key are errors of types', () => {
  const { cancel: _, ...lacking } = en.common;
  const extra = { ...en.common, ownWord: 'x' };
  // @ts-expect-error one key is missing
  expect(texts(sameKeys({ ...en, common: lacking })).size).toBe(english.size - 1);
  // @ts-expect-error one key is not of English
  expect(texts(sameKeys({ ...en, common: extra })).size).toBe(english.size + 1);
});

describe('English', () => {
  test('a plural form never stands alone', () => {
    const lonely = [...english.keys()].filter(
      (key) => key.endsWith('_one') && !english.has(key.replace(/_one$/, '_other')),
    );
    expect(lonely).toEqual([]);
  });

  test('every command has a name', () => {
    expect(COMMANDS.filter(({ id }) => !english.has(`commands.${id}`))).toEqual([]);
  });

  test('no text blames, shouts or says oops', () => {
    const loud = [...english].filter(([, text]) => /!|oops|sorry|please try again later/i.test(text));
    expect(loud).toEqual([]);
  });
});

describe.each(Object.entries(TRANSLATIONS))('%s', (_language, catalogue) => {
  const translated = texts(catalogue);
  const textsThat = (fails: (english: string, translated: string) => boolean) =>
    [...english].filter(([key, text]) => fails(text, translated.get(key) ?? '')).map(([key]) => key);

  test('has exactly the keys of English, plural forms included', () => {
    expect([...translated.keys()].sort()).toEqual([...english.keys()].sort());
  });

  test('no text is empty', () => {
    expect(textsThat((_, text) => text.trim() === '')).toEqual([]);
  });

  test('each text takes the same values and tags as the English one', () => {
    expect(textsThat((text, own) => marks(text).join() !== marks(own).join())).toEqual([]);
  });

  test('sentences are translated: none of five words is the English one, and few labels are', () => {
    const same = textsThat((text, own) => text === own && /[a-z]{3}/i.test(text));
    expect(same.filter((key) => (english.get(key) ?? '').split(' ').length > 4)).toEqual([]);
    expect(same.length / english.size).toBeLessThan(0.08);
  });
});

test.each(Object.entries({ en, ...TRANSLATIONS }))('%s sends nobody to a command line', (_, catalogue) => {
  const named = [...texts(catalogue)].filter(([, text]) => text.includes('srvault'));
  expect(named).toEqual([]);
});
