import { describe, expect, test } from 'vitest';
import { paperLocale, readPaperLocale } from '#records/letter/paper-locale.ts';

const BERLIN = { language: 'de', time_zone: 'Europe/Berlin' } as const;
const LONDON = { language: 'en', time_zone: 'Europe/London' } as const;

describe('paperLocale', () => {
  test.each([
    ['of the person who gives it out', { own: BERLIN }, BERLIN],
    ['as the version was signed, whoever gives it out', { bound: BERLIN, own: LONDON }, BERLIN],
    [
      'of the report, in the zone of the person',
      { stated: 'de', own: LONDON },
      { ...LONDON, language: 'de' },
    ],
    ['that was asked for', { asked: 'en', stated: 'de', bound: BERLIN }, { ...BERLIN, language: 'en' }],
    ['English and UTC where nothing is known', {}, { language: 'en', time_zone: 'UTC' }],
  ] as const)('is the one %s', (_, sources, expected) => {
    expect(paperLocale({ stated: null, bound: undefined, own: undefined, ...sources })).toEqual(expected);
  });
});

describe('readPaperLocale', () => {
  test('reads what an interface keeps, and nothing else of it', () => {
    expect(readPaperLocale({ ...BERLIN, theme: 'dim' })).toEqual(BERLIN);
  });

  test.each([
    undefined,
    null,
    'de',
    [],
    {},
    { language: 'de' },
    { language: 'xx', time_zone: 'UTC' },
    { language: 'de', time_zone: 'Middle/Earth' },
    { language: 'de', time_zone: 7 },
  ])('finds none in %j', (value) => {
    expect(readPaperLocale(value)).toBeUndefined();
  });
});
