import { describe, expect, test } from 'vitest';
import { COMMANDS } from '#renderer/commands/command-table.ts';
import { de, en } from '#renderer/messages/catalogue.ts';

/** Every text of a catalogue by its dotted key. */
function texts(section: object, prefix = ''): Map<string, string> {
  return new Map(
    Object.entries(section).flatMap(([key, value]): [string, string][] =>
      typeof value === 'string' ? [[prefix + key, value]] : [...texts(value, `${prefix}${key}.`)],
    ),
  );
}

const placeholders = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1]).sort();

describe('message catalogue', () => {
  const english = texts(en);
  const german = texts(de);

  test('German has exactly the keys of English', () => {
    expect([...german.keys()].sort()).toEqual([...english.keys()].sort());
  });

  test('no text is empty', () => {
    const empty = [...english, ...german].filter(([, text]) => text.trim() === '').map(([key]) => key);
    expect(empty).toEqual([]);
  });

  test('each German text takes the same values as the English one', () => {
    const different = [...english]
      .filter(([key, text]) => placeholders(text).join() !== placeholders(german.get(key) ?? '').join())
      .map(([key]) => key);
    expect(different).toEqual([]);
  });

  test('a plural form never stands alone', () => {
    const lonely = [...english.keys()].filter(
      (key) => key.endsWith('_one') && !english.has(key.replace(/_one$/, '_other')),
    );
    expect(lonely).toEqual([]);
  });

  test('every command has a name in both languages', () => {
    const unnamed = COMMANDS.filter(
      ({ id }) => !english.has(`commands.${id}`) || !german.has(`commands.${id}`),
    );
    expect(unnamed).toEqual([]);
  });

  test('no text blames, shouts or says oops', () => {
    const loud = [...english].filter(([, text]) => /!|oops|sorry|please try again later/i.test(text));
    expect(loud).toEqual([]);
  });
});
