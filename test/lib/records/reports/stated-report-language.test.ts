import { expect, test } from 'vitest';
import { reportLanguage, withReportLanguage } from '#records/reports/stated-report-language.ts';

test('a language tag counts by its first part; another language is none', () => {
  expect(reportLanguage({ language: 'de-AT' })).toBe('de');
  expect(reportLanguage({ language: 'en' })).toBe('en');
  expect(reportLanguage({ language: 'pt_BR' })).toBe('pt');
  expect([reportLanguage({ language: 'it' }), reportLanguage({ language: 3 }), reportLanguage(null)]).toEqual(
    [null, null, null],
  );
});

test('setting it keeps the other attributes; taking it out leaves none behind', () => {
  expect(withReportLanguage({ a: 1, language: 'fr' }, 'de')).toEqual({ a: 1, language: 'de' });
  expect(withReportLanguage({ language: 'de' }, undefined)).toBeNull();
});
