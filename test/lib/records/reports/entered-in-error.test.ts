import { describe, expect, test } from 'vitest';
import {
  markEnteredInError,
  readEnteredInError,
  removeEnteredInError,
} from '#records/reports/entered-in-error.ts';
import { reportStatus } from '#records/reports/report-status.ts';

const MARK = { reason: 'wrong exam', marked_by: 'Dr A. Roe', marked_at: '2026-11-27T03:00:00.000Z' };

describe('entered in error', () => {
  test.each([
    { report: { status: 'final', signed_by: 'Dr A. Roe' }, order: { priority: 'stat' } },
    { order: { priority: 'stat' } },
    {},
    { report: { own: 'of somebody else' } },
  ])('is marked with its reason, and taken back to the byte: %j', (attributes) => {
    const marked = markEnteredInError(attributes, MARK);
    expect(reportStatus(marked)).toBe('entered-in-error');
    expect(readEnteredInError(marked)).toEqual({ ...MARK, before: reportStatus(attributes) });
    expect(removeEnteredInError(marked)).toEqual(attributes);
  });

  test('what came so marked from elsewhere is not taken back: nobody knows what it was', () => {
    const imported = { report: { status: 'entered-in-error' } };
    expect(readEnteredInError(imported)).toBeUndefined();
    expect(removeEnteredInError(imported)).toBe(imported);
  });

  test('a report with another status is not marked, whatever is left of a mark', () => {
    expect(readEnteredInError({ report: { status: 'final', entered_in_error: MARK } })).toBeUndefined();
  });
});
