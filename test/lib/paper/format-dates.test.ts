/** The clock goes forward in Berlin on 29 March 2026 at 02:00 and back on 25 October at 03:00. */
import { describe, expect, test } from 'vitest';
import { paperDates } from '#paper/format-dates.ts';

const BERLIN = { language: 'de', time_zone: 'Europe/Berlin' } as const;

describe('paperDates', () => {
  test.each([
    ['2026-03-29T00:59:00Z', '29. März 2026', '01:59 MEZ'],
    ['2026-03-29T01:00:00Z', '29. März 2026', '03:00 MESZ'],
    ['2026-10-25T00:30:00Z', '25. Oktober 2026', '02:30 MESZ'],
    ['2026-10-25T01:30:00Z', '25. Oktober 2026', '02:30 MEZ'],
    ['2026-06-30T22:30:00Z', '1. Juli 2026', '00:30 MESZ'],
    ['2026-12-31T23:30:00Z', '1. Januar 2027', '00:30 MEZ'],
  ])('%s is %s, %s in a German practice', (instant, day, time) => {
    const dates = paperDates(BERLIN);
    expect([dates.longDay(instant), dates.clockTime(instant)]).toEqual([day, time]);
  });

  test.each([
    ['Europe/Berlin', '1 Jul 2026', '00:30 CEST'],
    ['Europe/London', '30 Jun 2026', '23:30 BST'],
    ['Asia/Kolkata', '1 Jul 2026', '04:00 GMT+5:30'],
    ['UTC', '30 Jun 2026', '22:30 UTC'],
  ])('in English and %s it is %s, %s', (time_zone, day, time) => {
    const dates = paperDates({ language: 'en', time_zone });
    const instant = '2026-06-30T22:30:00.000Z';
    expect([dates.shortDay(instant), dates.clockTime(instant)]).toEqual([day, time]);
  });

  test.each([
    ['es', '1 de julio de 2026', '00:30 CEST'],
    ['fr', '1 juillet 2026', '00:30 UTC+2'],
    ['pt', '1 de julho de 2026', '00:30 GMT+2'],
  ] as const)('in %s it is %s, %s', (language, day, time) => {
    const dates = paperDates({ language, time_zone: 'Europe/Berlin' });
    const instant = '2026-06-30T22:30:00.000Z';
    expect([dates.longDay(instant), dates.clockTime(instant)]).toEqual([day, time]);
  });

  test.each(['1961-03-14T00:00:00.000Z', '1961-03-14'])('the day %s is the same in every zone', (day) => {
    for (const time_zone of ['America/Los_Angeles', 'Pacific/Auckland', 'UTC'])
      expect(paperDates({ language: 'en', time_zone }).longDay(day)).toBe('14 March 1961');
  });
});
