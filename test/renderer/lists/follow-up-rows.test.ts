import { describe, expect, test } from 'vitest';
import { trackedItems } from '#renderer/lists/follow-up-rows.ts';

type ExamRow = Parameters<typeof trackedItems>[0] extends ReadonlyMap<string, infer Row> ? Row : never;

/** Group of a critical result found at `found`, read at `now`, both on this computer's clock. */
function groupOf(category: string, found: Date, now: Date): string | undefined {
  const critical_result = {
    category,
    finding: 'PE',
    found_at: found.toISOString(),
    told_whom: '',
    told_at: '',
  };
  const row = { id: 'e', patient_id: null, is_deleted: false, summary: { critical_result } };
  return trackedItems(new Map([['e', row as unknown as ExamRow]]), now)[0]?.group;
}

describe('trackedItems', () => {
  test('a result due within the hour is due today, also past midnight', () => {
    const late = new Date(2026, 4, 12, 23, 40);
    expect(groupOf('red', late, late)).toBe('today');
  });

  test('one due tomorrow evening is not', () => {
    const evening = new Date(2026, 4, 12, 20, 0);
    expect(groupOf('orange', evening, evening)).toBe('soon');
    expect(groupOf('yellow', evening, evening)).toBe('soon');
  });
});
