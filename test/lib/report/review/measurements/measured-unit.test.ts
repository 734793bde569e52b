import { expect, test } from 'vitest';
import { reportedNumber } from '#report/review/measurements/measured-unit.ts';

test('a length is rounded from what is shown while measuring, so that 1.5 mm is 0.2 cm', () => {
  expect(reportedNumber(1.46, 'mm', 'cm')).toBe('0.2');
  expect(reportedNumber(1.44, 'mm', 'cm')).toBe('0.1');
  expect(reportedNumber(26.1, 'mm')).toBe('26');
  expect(reportedNumber(0.42, 'mm')).toBe('0.4');
});

test('pixel values are rounded once', () => {
  expect(reportedNumber(45.46, 'HU')).toBe('45');
});
