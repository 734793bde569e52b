import { describe, expect, test } from 'vitest';
import { parseLenientDate } from '#renderer/components/dates/lenient-date.ts';

const NOW = new Date(2026, 4, 12, 14, 10);

describe('parseLenientDate', () => {
  test.each([
    ['1961-03-14', '1961-03-14'],
    ['14.3.1961', '1961-03-14'],
    ['14/03/1961', '1961-03-14'],
    ['14 Mar 1961', '1961-03-14'],
    ['14 March 1961', '1961-03-14'],
    ['14. März 1961', '1961-03-14'],
    ['March 14, 1961', '1961-03-14'],
    ['19610314', '1961-03-14'],
    ['1.2.03', '2003-02-01'],
    ['today', '2026-05-12'],
    ['gestern', '2026-05-11'],
    ['14 de marzo de 1961', '1961-03-14'],
    ['1 ene 1961', '1961-01-01'],
    ['1er août 1961', '1961-08-01'],
    ['14 juin 1961', '1961-06-14'],
    ['14 juil. 1961', '1961-07-14'],
    ['14 de março de 1961', '1961-03-14'],
    ['3 out. 1961', '1961-10-03'],
    ['hoy', '2026-05-12'],
    ['aujourd’hui', '2026-05-12'],
    ['ontem', '2026-05-11'],
  ])('reads %s as the day %s', (text, iso) => {
    expect(parseLenientDate(text, NOW)).toEqual({ kind: 'day', iso });
  });

  test('a time makes a moment in local time', () => {
    expect(parseLenientDate('12 May 2026 14:10', NOW)).toEqual({
      kind: 'moment',
      iso: new Date(2026, 4, 12, 14, 10).toISOString(),
    });
  });

  test('hours stand before an h as well', () => {
    expect(parseLenientDate('12 mai 2026 14h10', NOW)).toEqual({
      kind: 'moment',
      iso: new Date(2026, 4, 12, 14, 10).toISOString(),
    });
  });

  test('two digits of a year never mean the future', () => {
    expect(parseLenientDate('1.2.61', NOW)).toEqual({ kind: 'day', iso: '1961-02-01' });
  });

  test('says how many days the month had', () => {
    expect(parseLenientDate('31 Feb 1961', NOW)).toEqual({
      kind: 'no_such_day',
      year: 1961,
      month: 2,
      days: 28,
    });
    expect(parseLenientDate('30.2.1964', NOW)).toEqual({
      kind: 'no_such_day',
      year: 1964,
      month: 2,
      days: 29,
    });
  });

  test('tells a missing month, an empty text and nonsense apart', () => {
    expect(parseLenientDate('1.13.1961', NOW).kind).toBe('no_such_month');
    expect(parseLenientDate('  ', NOW).kind).toBe('empty');
    expect(parseLenientDate('next week', NOW).kind).toBe('unreadable');
    expect(parseLenientDate('12 May 2026 25:10', NOW).kind).toBe('unreadable');
  });
});
