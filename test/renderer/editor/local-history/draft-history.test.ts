import { describe, expect, test } from 'vitest';
import {
  addHistoryEntry,
  clearHistory,
  historyEntries,
  textAt,
} from '#renderer/editor/local-history/draft-history.ts';
import { type HistoryEntry, pruneHistory } from '#renderer/editor/local-history/prune-history.ts';

const MINUTE = 60_000;
const text = (lexical: string) => ({ lexical, kept_blocks: 0, base_version_id: null });

describe('the moments that are kept', () => {
  const at = (seconds: number, kind: HistoryEntry['kind'] = 'written', bytes = 1): HistoryEntry => ({
    at: seconds * 1000,
    kind,
    bytes,
  });
  const seconds = (moments: readonly HistoryEntry[]) => moments.map((moment) => moment.at / 1000);

  test('lately a few seconds apart, further back some minutes', () => {
    let kept: HistoryEntry[] = [];
    for (let second = 0; second < 1200; second += 2)
      kept = pruneHistory([...kept, at(second)], second * 1000);
    const between = (from: number, to: number) => seconds(kept).filter((one) => one >= from && one < to);
    expect(between(1180, 1190), 'lately all').toEqual([1180, 1182, 1184, 1186, 1188]);
    expect(between(800, 810), 'some minutes back').toEqual([800, 804, 808]);
    expect(between(0, 598), 'before that').toHaveLength(5);
  });

  test('what was displaced stays, and so does a text that something was taken out of', () => {
    const moments = [
      at(0, 'opened'),
      at(1),
      at(2, 'displaced'),
      at(3, 'written', 9),
      at(4, 'written', 5),
      at(9),
    ];
    expect(seconds(pruneHistory(moments, 300_000))).toEqual([0, 2, 3, 4, 9]);
  });

  test('all together hold no more than some megabytes; the newest is never the one to go', () => {
    const large = Array.from({ length: 5 }, (_, step) => at(step * 10, 'written', 20_000_000));
    expect(seconds(pruneHistory(large, 60_000))).toEqual([40]);
  });
});

describe('the journal of a draft', () => {
  test('gives back what stood there, to the one who wrote it alone', async () => {
    await addHistoryEntry('me', 'exams/1', 'opened', text('one'), 0);
    await addHistoryEntry('me', 'exams/1', 'written', text('two'), 5 * MINUTE);
    await addHistoryEntry('me', 'exams/1', 'written', text('two'), 6 * MINUTE);
    const moments = await historyEntries('me', 'exams/1');
    expect(moments.map(({ kind, at }) => [kind, at])).toEqual([
      ['written', 5 * MINUTE],
      ['opened', 0],
    ]);
    expect(await Promise.all(moments.map(textAt))).toEqual([text('two'), text('one')]);
    expect(await historyEntries('another', 'exams/1')).toEqual([]);
    expect(JSON.stringify(moments), 'nothing of the text stands open').not.toContain('two');
  });

  test('ends with the draft', async () => {
    await addHistoryEntry('me', 'exams/2', 'written', text('one'));
    clearHistory('exams/2');
    expect(await historyEntries('me', 'exams/2')).toEqual([]);
  });
});
