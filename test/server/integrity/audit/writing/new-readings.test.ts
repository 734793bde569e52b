import { describe, expect, test } from 'vitest';
import { createNewReadings } from '#server/integrity/audit/writing/new-readings.ts';
import { createTestClock } from '#test/support/clock.ts';

const MINUTE_MS = 60_000;
const HOURS = 10;

/** Counts the entries of reads that come every minute of a day's work. */
function entriesOfADay(read: {
  readonly kind: 'person' | 'sdk';
  readonly operation_id?: string;
  readonly isBackground?: boolean;
  readonly query?: (minute: number) => Readonly<Record<string, unknown>>;
}): number {
  const clock = createTestClock();
  const isNew = createNewReadings(clock, () => false);
  const { kind, operation_id = 'listExams', isBackground = false, query = () => ({ sort: 'name' }) } = read;
  let entries = 0;
  for (let minute = 0; minute < HOURS * 60; minute += 1) {
    const isTold = isNew({
      ...{ operation_id, method: 'GET', params: {}, query: query(minute), status: 200, code: undefined },
      ...{ actor: { kind, principal_id: 'p', session_id: 's' }, client_cn: 'desktop', isBackground },
    });
    if (isTold) entries += 1;
    clock.advance(MINUTE_MS);
  }
  return entries;
}

describe('reads that come every minute', () => {
  test('a list that a window reads again by itself is recorded once an hour', () => {
    expect(entriesOfADay({ kind: 'person', isBackground: true })).toBe(HOURS);
    const pages = (minute: number) => ({ sort: 'name', cursor: `page ${minute}` });
    expect(entriesOfADay({ kind: 'person', isBackground: true, query: pages })).toBe(HOURS);
  });

  test('what a person asks for, and a search that calls itself a refresh, are recorded each time', () => {
    expect(entriesOfADay({ kind: 'person' })).toBe(HOURS * 60);
    const searches = (minute: number) => ({ q: `patient ${minute}` });
    expect(entriesOfADay({ kind: 'person', isBackground: true, query: searches })).toBe(HOURS * 60);
    expect(entriesOfADay({ kind: 'person', isBackground: true, operation_id: 'getExam' })).toBe(HOURS * 60);
  });

  test('a program in one long session is recorded once an hour', () => {
    expect(entriesOfADay({ kind: 'sdk' })).toBe(HOURS);
    expect(entriesOfADay({ kind: 'sdk', operation_id: 'queryStudies' })).toBe(HOURS);
  });
});
