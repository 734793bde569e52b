import { describe, expect, test } from 'vitest';
import { readMovedReports, readMoves, withMove, withMovedReport } from '#records/studies/exam-moves.ts';

const move = {
  from: 'a',
  to: null,
  moved_at: '2026-11-27T03:00:00.000Z',
  moved_by: 'Dr A. Roe',
  reason: 'wrong patient',
};

describe('moves of an exam', () => {
  test('are kept in their order beside what else stands there', () => {
    const one = withMove({ accession_number: '7' }, move);
    const two = withMove(one, { ...move, from: null, to: 'b' });
    expect(two['accession_number']).toBe('7');
    expect(readMoves(two)).toEqual([move, { ...move, from: null, to: 'b' }]);
  });

  test('of a shape nobody knows are none', () => {
    expect(readMoves({ moves: 'here' })).toEqual([]);
    expect(readMoves(null)).toEqual([]);
  });
});

describe('traces at a patient', () => {
  const trace = {
    exam_id: 'e',
    title: 'CT head',
    way: 'out' as const,
    moved_at: move.moved_at,
    moved_by: move.moved_by,
    reason: move.reason,
  };

  test('are left once, however often a move is done again', () => {
    const once = withMovedReport(null, trace);
    expect(readMovedReports(withMovedReport(once, trace))).toEqual([trace]);
    expect(readMovedReports(withMovedReport(once, { ...trace, way: 'in' }))).toHaveLength(2);
  });

  test('name no other patient', () => {
    expect(JSON.stringify(withMovedReport(null, trace))).not.toContain('"to"');
  });
});
