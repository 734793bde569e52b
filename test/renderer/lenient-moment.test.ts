import { describe, expect, test } from 'vitest';
import { momentText, parseMoment } from '#renderer/components/dates/lenient-moment.ts';

const NOW = new Date(2026, 4, 12, 14, 10);
const local = (day: number, hours: number, minutes: number) =>
  new Date(2026, 4, day, hours, minutes).toISOString();

describe('parseMoment', () => {
  test.each([
    ['now', local(12, 14, 10)],
    ['jetzt', local(12, 14, 10)],
    ['14:05', local(12, 14, 5)],
    ['9.05', local(12, 9, 5)],
    ['0905', local(12, 9, 5)],
    ['14h05', local(12, 14, 5)],
    ['9:05 Uhr', local(12, 9, 5)],
    ['22:15', local(11, 22, 15)],
    ['2:05 pm', local(12, 14, 5)],
    ['12:10 a.m.', local(12, 0, 10)],
    ['12 PM', local(12, 12, 0)],
    ['11.5.2026 10:16\u202fPM', local(11, 22, 16)],
    ['2026-05-11 22:16', local(11, 22, 16)],
    ['11.5.2026 22:16', local(11, 22, 16)],
    ['yesterday 8:00', local(11, 8, 0)],
    ['', ''],
  ])('%s', (text, instant) => {
    expect(parseMoment(text, NOW)).toBe(instant);
  });

  test.each(['today', '12 May 2026', '25:10', '14:75', '13:05 pm', '0:05 am', 'soon', '7'])(
    '%s is none',
    (text) => {
      expect(parseMoment(text, NOW)).toBeUndefined();
    },
  );

  test('what is written is read back', () => {
    expect(parseMoment(momentText(local(12, 9, 5)), NOW)).toBe(local(12, 9, 5));
    expect(momentText('')).toBe('');
  });
});
