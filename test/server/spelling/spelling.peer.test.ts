/** Tests spelling with Debian's dictionaries: errors are found, radiological terms are accepted. */
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { SPELLING_WORDS_MAX, type SpellingLanguage } from '#contract/spelling/routes.ts';
import { wordsToSpellCheck } from '#report/checks/words-to-spell-check.ts';
import { createSpellingService } from '#server/spelling/spelling-service.ts';
import { needs } from '#test/support/left-out.ts';

const SYSTEM = ['/usr/share/hunspell'];
const FIXTURES = join(import.meta.dirname, '..', '..', 'fixtures');
const DICTIONARIES = needs(
  ...['en_US', 'en_med_glut', 'de_DE', 'de_med'].map((name) => `/usr/share/hunspell/${name}.dic`),
);
const FALSE_ALARMS_MAX = 0.01;

const service = createSpellingService(SYSTEM);
afterAll(() => service.close());

const ENTITIES: Readonly<Record<string, string>> = {
  auml: 'ä',
  ouml: 'ö',
  uuml: 'ü',
  Auml: 'Ä',
  Ouml: 'Ö',
  Uuml: 'Ü',
  szlig: 'ß',
};
const plain = (html: string) =>
  html
    .replaceAll(/<(script|style|head)[\s\S]*?<\/\1>/g, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/&(\w+);/g, (_all, name: string) => ENTITIES[name] ?? ' ');
/** Published German templates; the folder's others are English or for parser tests. */
const GERMAN = ['ct_lungenembolie', 'gen_recist11', 'thorax-standard', 'us_carotis', 'us_fast'];
const templates = () =>
  GERMAN.map((name) => plain(readFileSync(join(FIXTURES, 'templates', `${name}.html`), 'utf8')));
const written = (language: string) => readFileSync(join(FIXTURES, 'spelling', `${language}.txt`), 'utf8');

async function alarms(language: SpellingLanguage, text: string) {
  const words = wordsToSpellCheck(text).map((word) => word.text);
  const wrong = new Set<string>();
  for (let at = 0; at < words.length; at += SPELLING_WORDS_MAX) {
    const { misspelled } = await service.check(language, words.slice(at, at + SPELLING_WORDS_MAX));
    for (const word of misspelled) wrong.add(word);
  }
  return { words: words.length, wrong: words.filter((word) => wrong.has(word)) };
}

describe('with the dictionaries of Debian', DICTIONARIES, () => {
  test.each([
    ['en', () => written('en')],
    ['de', () => written('de')],
    ['de', () => templates().join('\n')],
  ] as const)('%s: fewer than one word in a hundred is a false alarm', async (language, text) => {
    const { words, wrong } = await alarms(language, text());
    expect(words).toBeGreaterThan(200);
    expect(wrong.length / words, [...new Set(wrong)].join(' ')).toBeLessThan(FALSE_ALARMS_MAX);
  });

  test('what is misspelled is found, and what was meant is suggested', async () => {
    const english = ['effussion', 'pnuemothorax', 'nodul', 'lession', 'unremarkeable'];
    expect(await service.check('en', [...english, 'effusion'])).toEqual({
      available: true,
      misspelled: english,
    });
    const german = ['Lungenunterlapen', 'Befnd', 'unaufällig', 'Ergus', 'Lymphknotten'];
    expect(await service.check('de', [...german, 'Pleuraerguss'])).toEqual({
      available: true,
      misspelled: german,
    });
    expect(await service.suggest('en', 'effussion')).toContain('effusion');
    expect(await service.suggest('de', 'unaufällig')).toContain('unauffällig');
  });
});

describe.each([
  ['es', 'es_ES', 'nódulo', 'nodulo'],
  ['fr', 'fr_FR', 'épanchement', 'épanchment'],
  ['pt', 'pt_BR', 'nódulo', 'nodulo'],
] as const)('%s', (language, variant, right, wrong) => {
  test(
    'few false alarms, and what is misspelled is found',
    needs(`/usr/share/hunspell/${variant}.dic`),
    async () => {
      const { words, wrong: told } = await alarms(language, written(language));
      expect(words).toBeGreaterThan(200);
      expect(told.length / words, [...new Set(told)].join(' ')).toBeLessThan(FALSE_ALARMS_MAX);
      expect(await service.check(language, [right, wrong])).toEqual({ available: true, misspelled: [wrong] });
      expect(await service.suggest(language, wrong)).toContain(right);
    },
  );
});

test('without a dictionary nothing is misspelled; one of a named folder is read', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'srvault-words-'));
  const bare = createSpellingService([folder]);
  expect(await bare.check('en', ['effussion'])).toEqual({ available: false, misspelled: [] });
  expect(await bare.suggest('en', 'effussion')).toEqual([]);
  await bare.close();
  writeFileSync(join(folder, 'en_GB.aff'), 'SET ISO8859-1\n');
  writeFileSync(join(folder, 'en_GB.dic'), Buffer.from('2\nna\xefve\noedema\n', 'latin1'));
  const named = createSpellingService([folder]);
  expect(await named.check('en', ['naïve', 'oedema', 'edema'])).toEqual({
    available: true,
    misspelled: ['edema'],
  });
  await named.close();
});

test('what is asked while the vault closes is told so, not that dictionaries cannot be read', async () => {
  const closing = createSpellingService([mkdtempSync(join(tmpdir(), 'srvault-words-'))]);
  const asked = closing.check('en', ['effussion']);
  const told = expect(asked).rejects.toMatchObject({ code: 'session_locked' });
  await closing.close();
  await told;
  await expect(closing.suggest('en', 'effussion')).rejects.toMatchObject({ code: 'session_locked' });
});
