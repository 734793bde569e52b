import { describe, expect, test } from 'vitest';
import { dateOrder } from '#renderer/components/dates/date-order.ts';
import { exchangedDay, parseLenientDate } from '#renderer/components/dates/lenient-date.ts';

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
    ['14-MAR-1961', '1961-03-14'],
    ['14/Mar/61', '1961-03-14'],
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

  test.each([
    ['05/12/2026 2:10 PM', 14, 10],
    ['05/12/2026, 2:10:59\u202fPM', 14, 10],
    ['12 May 2026 12:05 am', 0, 5],
    ['2026-05-12 12 p.m.', 12, 0],
    ['today 9am', 9, 0],
  ])('reads the halves of a day: %s', (text, hours, minutes) => {
    expect(parseLenientDate(text, NOW, { order: 'month_first' })).toEqual({
      kind: 'moment',
      iso: new Date(2026, 4, 12, hours, minutes).toISOString(),
    });
  });

  test.each(['12 May 2026 13:10 pm', '12 May 2026 0:10 am', '12 May 2026 2:75 pm'])(
    '%s is no time',
    (text) => {
      expect(parseLenientDate(text, NOW)).toEqual({ kind: 'unreadable' });
    },
  );

  test('the other day keeps its time', () => {
    expect(exchangedDay('03/04/2026 2:30 PM', NOW, { order: 'month_first' })).toEqual({
      text: '2026-04-03 14:30',
      iso: new Date(2026, 3, 3, 14, 30).toISOString(),
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

  // Ambiguous: 20 March 1961 in German order, otherwise 3 June 2020; seven digits are no date.
  test.each(['200361', '190361', '1961314', '030461'])('does not guess at the digits %s', (text) => {
    expect(parseLenientDate(text, NOW).kind).toBe('unreadable');
  });
});

describe('the order of day and month', () => {
  test.each([
    ['en', 'en-US', 'month_first'],
    ['en', 'en-us', 'month_first'],
    ['en-XA', 'en-US', 'month_first'],
    ['en', 'en-GB', 'day_first'],
    ['en', 'en-CA', 'day_first'],
    ['en', 'en-AU', 'day_first'],
    ['en', 'de-DE', 'day_first'],
    ['de', 'en-US', 'day_first'],
  ])('of the language %s on a computer in %s is %s', (language, system, order) => {
    expect(dateOrder(language, system)).toBe(order);
  });

  test.each([
    ['03/04/1961', '1961-03-04', '1961-04-03'],
    ['3-4-1961', '1961-03-04', '1961-04-03'],
    ['12/11/25', '2025-12-11', '2025-11-12'],
    ['3.4.1961', '1961-04-03', '1961-03-04'],
    ['14/03/1961', '1961-03-14', undefined],
    ['03/14/1961', '1961-03-14', undefined],
    ['04/04/1961', '1961-04-04', undefined],
    ['1961-03-04', '1961-03-04', undefined],
    ['4 Mar 1961', '1961-03-04', undefined],
  ])('month first reads %s as %s, or else as %s', (text, iso, other) => {
    const reading = { order: 'month_first' } as const;
    expect(parseLenientDate(text, NOW, reading)).toEqual({ kind: 'day', iso });
    expect(exchangedDay(text, NOW, reading)?.iso).toBe(other);
  });

  test('day first says the other reading too', () => {
    const reading = { order: 'day_first' } as const;
    expect(parseLenientDate('03/04/1961', NOW, reading)).toEqual({ kind: 'day', iso: '1961-04-03' });
    expect(exchangedDay('03/04/1961', NOW, reading)?.iso).toBe('1961-03-04');
    expect(exchangedDay('13.4.1961', NOW, reading)).toBeUndefined();
  });

  test('a time behind it leaves the question', () => {
    const other = exchangedDay('3/4/2026 14:10', NOW, { order: 'day_first' });
    expect(other).toEqual({ text: '2026-03-04 14:10', iso: new Date(2026, 2, 4, 14, 10).toISOString() });
    expect(parseLenientDate(other?.text ?? '', NOW)).toEqual({ kind: 'moment', iso: other?.iso });
  });
});

describe('years', () => {
  test('of two digits lie ahead for what falls due', () => {
    const ahead = { years: 'ahead' } as const;
    expect(parseLenientDate('28.1.27', NOW, ahead)).toEqual({ kind: 'day', iso: '2027-01-28' });
    expect(parseLenientDate('28 Jan 27', NOW, ahead)).toEqual({ kind: 'day', iso: '2027-01-28' });
    expect(parseLenientDate('1.2.03', NOW, ahead)).toEqual({ kind: 'day', iso: '2103-02-01' });
    expect(parseLenientDate('28.1.27', NOW)).toEqual({ kind: 'day', iso: '1927-01-28' });
  });

  test.each(['0000-01-01', '1.1.0061', '1849-12-31', '3000-01-01'])('%s is too far off', (text) => {
    expect(parseLenientDate(text, NOW).kind).toBe('year_far_off');
  });
});
