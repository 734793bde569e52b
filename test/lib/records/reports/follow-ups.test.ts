import { describe, expect, test } from 'vitest';
import type { FollowUp } from '#contract/documents/follow-ups.ts';
import { completeRecord } from '#records/complete-record.ts';
import { mergeRecords } from '#records/merge-records.ts';
import { followUpState, readFollowUps, withFollowUp, withoutFollowUp } from '#records/reports/follow-ups.ts';
import { summarise } from '#records/summaries.ts';

const CT: FollowUp = {
  follow_up_id: 'a',
  text: 'CT in 3 months, nodule of 7 mm',
  due: '2026-08-12',
  whose: 'Dr A. Roe',
  made_by: 'Dr A. Roe',
  made_at: '2026-05-12T09:00:00.000Z',
  moved: [],
  done: null,
};
const US: FollowUp = { ...CT, follow_up_id: 'b', text: 'Ultrasound', due: '2026-06-01' };
const done = { exam_id: 'e2', reason: null, done_by: 'Dr B', done_at: '2026-08-12T09:00:00.000Z' };

describe('follow-ups of an exam', () => {
  test('are added, changed in their place and taken out; what others keep beside them stays', () => {
    const both = withFollowUp(withFollowUp({ other: 1 }, CT), US);
    expect(readFollowUps(both)).toEqual([CT, US]);
    expect(readFollowUps(withFollowUp(both, { ...CT, done }))).toEqual([{ ...CT, done }, US]);
    expect(withoutFollowUp(withoutFollowUp(both, 'a'), 'b')).toEqual({ other: 1 });
    const foreign = { follow_ups: [{ kind: 'theirs' }, { ...CT, ticket: 7 }] };
    expect(readFollowUps(foreign)).toEqual([CT]);
    expect(withFollowUp(foreign, US)).toEqual({ follow_ups: [...foreign.follow_ups, US] });
    expect(withFollowUp(foreign, { ...CT, done })).toEqual({
      follow_ups: [{ kind: 'theirs' }, { ...CT, ticket: 7, done }],
    });
  });

  test('are open until an exam or a reason stands there', () => {
    const states = ['2026-08-11', '2026-08-12', '2026-08-13'].map((today) => followUpState(CT, today));
    expect(states).toEqual(['planned', 'due', 'overdue']);
    expect(followUpState({ ...CT, done }, '2027-01-01')).toBe('done');
    const neither = { follow_ups: [{ ...CT, done: { exam_id: '', reason: null } }] };
    expect(readFollowUps(neither)).toEqual([CT]);
  });

  test('stand in the summary, with the first 300 characters of their words', () => {
    const long = { ...CT, text: 'x'.repeat(400) };
    const record = completeRecord('exams', { custom_attributes: withFollowUp(null, long) });
    expect(summarise('exams', record, []).follow_ups).toEqual([{ ...CT, text: 'x'.repeat(300) }]);
    expect(summarise('exams', completeRecord('exams', {}), []).follow_ups).toBeNull();
  });
});

test('two people change different entries of one list: both changes stay', () => {
  const record = (follow_ups: unknown[]) =>
    completeRecord('exams', { custom_attributes: { follow_ups, image_marks: [{ mark_id: 'm' }] } });
  const added = { ...US, follow_up_id: 'c' };
  const joined = mergeRecords(
    record([CT, US]),
    record([{ ...CT, whose: 'ward' }, US, added]),
    record([CT, { ...US, done }]),
  );
  expect(joined.custom_attributes).toEqual({
    follow_ups: [{ ...CT, whose: 'ward' }, { ...US, done }, added],
    image_marks: [{ mark_id: 'm' }],
  });
  const without = mergeRecords(record([CT, US]), record([US]), record([CT, { ...US, done }, added]));
  expect(readFollowUps(without.custom_attributes)).toEqual([{ ...US, done }, added]);
});
