import i18next from 'i18next';
import { beforeAll, describe, expect, test } from 'vitest';
import { chordText } from '#renderer/commands/key-chord.ts';
import { clockTime, longDay, shortDay } from '#renderer/messages/dates.ts';
import { byteSize, count, oneDecimal } from '#renderer/messages/numbers.ts';
import { languageOfTag } from '#renderer/state/languages.ts';

const DAY = '1961-03-14T00:00:00.000Z';

const WRITTEN = {
  en: {
    days: ['14 Mar 1961', '14 March 1961'],
    numbers: ['12,345', '1.5 MB', '−921.0'],
    keys: 'Ctrl Shift Enter',
  },
  de: {
    days: ['14. März 1961', '14. März 1961'],
    numbers: ['12.345', '1,5 MB', '−921,0'],
    keys: 'Strg Umschalt Eingabe',
  },
  fr: {
    days: ['14 mars 1961', '14 mars 1961'],
    numbers: ['12 345', '1,5 Mo', '−921,0'],
    keys: 'Ctrl Maj Entrée',
  },
  pt: {
    days: ['14 mar. 1961', '14 de março de 1961'],
    numbers: ['12.345', '1,5 MB', '−921,0'],
    keys: 'Ctrl Shift Enter',
  },
  es: {
    days: ['14 mar 1961', '14 de marzo de 1961'],
    numbers: ['12.345', '1,5 MB', '−921,0'],
    keys: 'Ctrl Mayús Intro',
  },
} as const;

beforeAll(() => i18next.init({ lng: 'en', resources: {} }));

describe.each(Object.entries(WRITTEN))('in %s', (language, written) => {
  beforeAll(() => i18next.changeLanguage(language));

  test('dates stand as its readers write them', () => {
    expect([shortDay(DAY), longDay(DAY)]).toEqual(written.days);
    expect(clockTime(new Date(2026, 4, 12, 14, 3))).toBe('14:03');
  });

  test('numbers have its marks', () => {
    const texts = [count(12_345), byteSize(1_500_000), oneDecimal(-921)];
    // The spaces are no-break spaces.
    expect(texts.map((text) => text.replaceAll(/\s/g, ' '))).toEqual(written.numbers);
  });

  test('keys are called as on its keyboards', () => {
    expect(chordText('Ctrl+Shift+Enter')).toBe(written.keys);
  });
});

describe('a report in another language than the interface', () => {
  test('has dates of its own', async () => {
    await i18next.changeLanguage('en');
    expect(longDay(DAY, 'de')).toBe('14. März 1961');
  });
});

describe('languageOfTag', () => {
  test.each([
    ['de-AT', 'de'],
    ['EN-us', 'en'],
    ['fr-CA', 'fr'],
    ['pt-BR', 'pt'],
    ['es-MX', 'es'],
    ['nl-NL', 'en'],
    ['en-XA', 'en'],
    ['', 'en'],
  ])('%s is served in %s', (tag, language) => {
    expect(languageOfTag(tag)).toBe(language);
  });
});
