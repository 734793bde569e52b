import { describe, expect, test } from 'vitest';
import { isOwnerConfirmed, withConfirmedOwner } from '#records/identity/picture-owner.ts';
import { readFollowUps } from '#records/reports/follow-ups.ts';
import {
  readMovedReports,
  readMoves,
  unsettledMoves,
  withMove,
  withMovedReport,
  withSettledMoves,
} from '#records/studies/patient-changes.ts';

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

describe('what was said of the patient an exam leaves', () => {
  const toB = { ...move, to: 'b' };
  const done = { exam_id: null, reason: 'was told and declined', done_by: 'Dr A. Roe', done_at: 't' };
  const followUp = {
    ...{ follow_up_id: 'f', text: 'MR', due: '2026-12-01', whose: '', made_by: '', made_at: '', moved: [] },
    done,
  };

  test('is no follow-up done for the next one, and is one again where the exam goes back', () => {
    const moved = withMove({ follow_ups: [followUp] }, toB);
    expect(readFollowUps(moved)).toEqual([
      { ...followUp, done: null, stood_under: [{ patient_id: 'a', until: move.moved_at, done }] },
    ]);
    const back = withMove(moved, { ...move, from: 'b', to: 'a' });
    expect(readFollowUps(back)[0]).toMatchObject({ done });
  });

  test('is not said of the pictures of the next one', () => {
    const file = { patient_name: 'DOE', patient_id: '1', patient_birth_date: null, study_date: null };
    const said = withConfirmedOwner(null, file, { said_by: 'Dr A. Roe', said_at: 't' });
    const moved = withMove(said, toB);
    expect(isOwnerConfirmed(said, file)).toBe(true);
    expect(isOwnerConfirmed(moved, file)).toBe(false);
    expect(isOwnerConfirmed(withMove(moved, { ...move, from: 'b', to: 'a' }), file)).toBe(true);
  });

  test('is told until a person says that everybody knows', () => {
    const moved = withMove(withMove(null, { ...move, from: null, to: 'a', moved_at: '1' }), toB);
    expect(unsettledMoves(moved)).toEqual([toB]);
    const settled = withSettledMoves(moved, { settled_by: 'Dr A. Roe', settled_at: '2' });
    expect(unsettledMoves(settled)).toEqual([]);
    expect(unsettledMoves(withMove(settled, { ...toB, moved_at: '3' }))).toHaveLength(1);
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
