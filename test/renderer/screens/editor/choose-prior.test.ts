import { describe, expect, test } from 'vitest';
import { choosePrior } from '#renderer/screens/editor/panels/choose-prior.ts';

type ExamRow = Parameters<typeof choosePrior>[0][number];
type Exam = readonly [id: string, modality: string, title: string, status: string | null];

/** Newest first. */
const rows = (...exams: readonly Exam[]) =>
  exams.map(
    ([id, modality, title, report_status]) =>
      ({ id, summary: { modality, title, report_status } }) as ExamRow,
  );

const chosen = (...exams: readonly Exam[]) =>
  choosePrior(rows(...exams), { title: 'CT chest', modality: 'CT' })?.id;

describe('choosePrior', () => {
  test('an exam nobody has reported is no comparison where another is signed', () => {
    expect(chosen(['a', 'CT', 'CT chest', null], ['b', 'CT', 'CT chest', 'final'])).toBe('b');
    expect(chosen(['a', 'CT', 'CT chest', 'preliminary'], ['b', 'MR', 'MR head', 'amended'])).toBe('b');
  });

  test('the modality comes before the region, and the region before the day', () => {
    expect(chosen(['a', 'MR', 'MR chest', 'final'], ['b', 'CT', 'CT head', 'final'])).toBe('b');
    expect(chosen(['a', 'CT', 'CT head', 'final'], ['b', 'CT', 'Chest CT with contrast', 'final'])).toBe('b');
    expect(chosen(['a', 'CT', 'CT chest', 'final'], ['b', 'CT', 'CT chest', 'final'])).toBe('a');
  });

  test('without a signed report it is the newest of the modality', () => {
    expect(chosen(['a', 'MR', 'MR chest', null], ['b', 'CT', 'CT chest', null])).toBe('b');
    expect(choosePrior([], { title: null, modality: null })).toBeUndefined();
  });

  test('words that name no region choose none', () => {
    const [first, second] = rows(['a', 'CT', 'CT head', 'final'], ['b', 'CT', 'CT with contrast', 'final']);
    const found = choosePrior(
      [first, second].flatMap((row) => row ?? []),
      {
        title: 'CT with contrast',
        modality: 'CT',
      },
    );
    expect(found?.id).toBe('a');
  });
});
