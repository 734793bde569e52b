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

  test('a follow-up that only a draft has is listed, one that is sealed once', () => {
    const followUp = (follow_up_id: string, due: string) => ({
      ...{
        follow_up_id,
        due,
        text: 'CT chest',
        whose: 'Dr A. Roe',
        made_by: '',
        made_at: '',
        moved: [],
        done: null,
      },
    });
    const summary = { critical_result: null, follow_ups: [followUp('sealed', '2026-05-01')] };
    const row = { id: 'e', patient_id: null, is_deleted: false, summary };
    const exams = new Map([['e', row as unknown as ExamRow]]);
    const draft = {
      critical: undefined,
      followUps: [followUp('sealed', '2026-05-02'), followUp('drafted', '2026-05-10')],
    };
    const items = trackedItems(exams, new Date(2026, 4, 12, 9), new Map([['e', draft]]));
    expect(items).toMatchObject([
      { kind: 'follow_up', group: 'overdue', isDraft: false, followUp: { due: '2026-05-01' } },
      { kind: 'follow_up', group: 'overdue', isDraft: true, followUp: { due: '2026-05-10' } },
    ]);
  });
});
