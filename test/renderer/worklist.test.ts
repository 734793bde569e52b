// @vitest-environment jsdom

import { describe, expect, test } from 'vitest';
import { rowState } from '#renderer/components/records/record-state.ts';
import { inBase, matchesFilter, NO_FILTER } from '#renderer/lists/worklist/exam-filter.ts';
import { gridItems, sortExams } from '#renderer/lists/worklist/exam-order.ts';
import { nextToReport } from '#renderer/lists/worklist/next-unsigned.ts';
import { conclusionOf } from '#renderer/screens/worklist/preview/extract-impression.ts';
import { parseSearch } from '#renderer/screens/worklist/search/search-query.ts';
import type { ExamRow, PatientRow } from '#renderer/state/record-cache/record-row.ts';
import { idOf } from '#test/support/ids.ts';

const NOW = new Date('2026-05-12T12:00:00.000Z');

type ExamPart = Omit<Partial<ExamRow>, 'summary'> & { summary?: Partial<NonNullable<ExamRow['summary']>> };

function exam(part: ExamPart = {}): ExamRow {
  const { summary, ...row } = part;
  return {
    id: 'e1',
    security_group_id: idOf('g1'),
    version_id: 'v1',
    seq: 1,
    has_draft: false,
    is_imported: false,
    created_at: '2026-05-12T08:00:00.000Z',
    updated_at: '2026-05-12T08:00:00.000Z',
    updated_by: 'Dr A. Roe',
    written_by: ['me'],
    specialist_ids: [],
    is_archived: false,
    is_deleted: false,
    patient_id: 'p1',
    ...row,
    summary: {
      title: 'CT chest with contrast',
      modality: 'CT',
      exam_date: '2026-05-12T07:40:00.000Z',
      report_status: 'final',
      accession_number: 'RAD-0042',
      follow_ups: null,
      critical_result: null,
      priority: null,
      due: null,
      referrer: null,
      patient_name: 'Kastellan, Mirela',
      tags: ['tumour board'],
      ...summary,
    },
  };
}

const PATIENT: PatientRow = {
  ...exam(),
  patient_id: null,
  summary: {
    display_name: 'Kastellan, Mirela',
    legal_name: 'Mirela Ana Kastellan',
    birth_date: '1961-03-14T00:00:00.000Z',
    identifiers: [{ type: 'MRN', value: '00482-117' }],
    external_id: null,
    biological_sex: null,
    tags: [],
  },
};

describe('parseSearch', () => {
  test('words and operators stand side by side', () => {
    expect(parseSearch('modality:CT,mr ka tag:"tumour board" has:draft id:004')).toEqual({
      ...NO_FILTER,
      words: ['ka'],
      modalities: ['CT', 'MR'],
      tags: ['tumour board'],
      has_draft: true,
      identifier: '004',
    });
  });

  test('a month spans all of its days, a span both of its ends', () => {
    const day = (text: string, date: string) =>
      matchesFilter(exam({ summary: { exam_date: `${date}T00:00:00.000Z` } }), parseSearch(text), undefined);
    expect(day('date:2026-05', '2026-05-31')).toBe(true);
    expect(day('date:2026-05', '2026-06-01')).toBe(false);
    expect(day('date:2026-01..2026-05', '2026-01-01')).toBe(true);
    expect(day('date:2026-01..2026-05', '2025-12-31')).toBe(false);
  });

  test('what is not understood is searched as words', () => {
    expect(parseSearch('dose:high').words).toEqual(['dose', 'high']);
    expect(parseSearch('date:soon').words).toEqual(['date', 'soon']);
  });
});

describe('rowState', () => {
  test('a row that does not open says whether a key is missing or the row is damaged', () => {
    const unread = { ...exam(), summary: null };
    expect(rowState(unread)).toBe('noKey');
    expect(rowState({ ...unread, damaged: true })).toBe('damaged');
  });
});

describe('views of what is to be reported', () => {
  const unread = exam({ summary: { report_status: null } });

  test('an exam nobody has reported is to report, begun or not, and nothing else is', () => {
    expect(rowState(unread)).toBe('toReport');
    expect(inBase(unread, 'to_report', 'me')).toBe(true);
    expect(inBase({ ...unread, has_draft: true }, 'to_report', 'me')).toBe(true);
    for (const report_status of ['preliminary', 'final', 'entered-in-error'])
      expect(inBase(exam({ summary: { report_status } }), 'to_report', 'me')).toBe(false);
  });

  test('it is mine where I am named, and where nobody is, what I began', () => {
    expect(inBase(unread, 'mine_to_report', 'me')).toBe(true);
    expect(inBase({ ...unread, specialist_ids: ['her'] }, 'mine_to_report', 'me')).toBe(false);
    expect(inBase({ ...unread, specialist_ids: ['me'], written_by: [] }, 'mine_to_report', 'me')).toBe(true);
    expect(inBase({ ...unread, written_by: ['her'] }, 'mine_to_report', 'me')).toBe(false);
    const imported = { ...unread, is_imported: true };
    expect(inBase(imported, 'mine_to_report', 'me')).toBe(false);
    expect(inBase({ ...imported, has_draft: true }, 'mine_to_report', 'me')).toBe(true);
    expect(inBase({ ...imported, specialist_ids: ['me'] }, 'mine_to_report', 'me')).toBe(true);
  });

  test('what was entered in error stands in no view but all exams', () => {
    const wrong = exam({ summary: { report_status: 'entered-in-error' }, has_draft: true });
    for (const base of ['recent', 'to_report', 'mine', 'drafts', 'to_sign'] as const)
      expect(inBase(wrong, base, 'me', NOW)).toBe(false);
    expect(inBase(wrong, 'all', 'me')).toBe(true);
  });
});

describe('nextToReport', () => {
  const unread = (id: string, part: ExamPart = {}) => exam({ id, ...part, summary: { report_status: null } });
  const rows = new Map(
    [unread('a'), exam({ id: 'b' }), unread('c'), unread('d', { is_archived: true })].map((row) => [
      row.id,
      row,
    ]),
  );
  const order = ['a', 'b', 'c', 'd'];

  test('goes on behind the open exam, and from the start after the end', () => {
    expect(nextToReport(rows, order, { open: 'a' })?.id).toBe('c');
    expect(nextToReport(rows, order, { open: 'c' })?.id).toBe('a');
  });

  test('in the list begins with the chosen row, and with what the list hides comes last', () => {
    expect(nextToReport(rows, order, { chosen: 'c' })?.id).toBe('c');
    expect(nextToReport(rows, ['b'], { chosen: 'b' })?.id).toBeDefined();
  });

  test('is nothing where nothing is left', () => {
    expect(nextToReport(new Map([['a', unread('a')]]), ['a'], { open: 'a' })).toBeUndefined();
  });
});

describe('matchesFilter', () => {
  test('words are found in names, legal names, titles and identifiers', () => {
    for (const words of [['kast'], ['ana'], ['chest'], ['00482'], ['tumour']]) {
      expect(matchesFilter(exam(), { ...NO_FILTER, words }, PATIENT)).toBe(true);
    }
    expect(matchesFilter(exam(), { ...NO_FILTER, words: ['roe'] }, PATIENT)).toBe(false);
  });

  test('an exam without a key is hidden by any filter and shown by none', () => {
    const sealed = { ...exam(), summary: null };
    expect(matchesFilter(sealed, NO_FILTER, undefined)).toBe(true);
    expect(matchesFilter(sealed, { ...NO_FILTER, modalities: ['CT'] }, undefined)).toBe(false);
  });

  test('a state filter finds the record’s state behind an unsealed draft', () => {
    const row = exam({ has_draft: true, seq: 4, summary: { report_status: 'preliminary' } });
    expect(matchesFilter(row, { ...NO_FILTER, states: ['unsealed'] }, undefined)).toBe(true);
    expect(matchesFilter(row, { ...NO_FILTER, states: ['preliminary'] }, undefined)).toBe(true);
    expect(matchesFilter(row, { ...NO_FILTER, states: ['final'] }, undefined)).toBe(false);
  });
});

describe('inBase', () => {
  const old = { updated_at: '2025-01-01T08:00:00.000Z', summary: { exam_date: '2025-01-01T08:00:00.000Z' } };

  test('today and open holds what is recent or not finished', () => {
    expect(inBase(exam(), 'recent', 'me', NOW)).toBe(true);
    expect(inBase(exam(old), 'recent', 'me', NOW)).toBe(false);
    expect(
      inBase(
        exam({ ...old, summary: { ...old.summary, report_status: 'preliminary' } }),
        'recent',
        'me',
        NOW,
      ),
    ).toBe(true);
    expect(inBase(exam({ ...old, has_draft: true }), 'recent', 'me', NOW)).toBe(true);
  });

  test('what was finished and changed before today is no longer there; what was changed today is', () => {
    const finished = { summary: { exam_date: '2026-05-11T08:00:00.000Z', report_status: 'final' } };
    expect(inBase(exam({ ...finished, updated_at: '2026-05-11T08:00:00.000Z' }), 'recent', 'me', NOW)).toBe(
      false,
    );
    expect(inBase(exam({ ...finished, updated_at: '2026-05-12T08:00:00.000Z' }), 'recent', 'me', NOW)).toBe(
      true,
    );
  });

  test('mine is what I made or changed last', () => {
    expect(inBase(exam(), 'mine', 'me')).toBe(true);
    expect(inBase(exam({ written_by: ['her', 'me'] }), 'mine', 'me')).toBe(true);
    expect(inBase(exam({ written_by: ['her'] }), 'mine', 'me')).toBe(false);
  });

  test('the trash is in no view, the archive only in its own', () => {
    expect(inBase(exam({ is_deleted: true }), 'all', 'me', NOW)).toBe(false);
    expect(inBase(exam({ is_archived: true }), 'all', 'me', NOW)).toBe(false);
    expect(inBase(exam({ is_archived: true }), 'archived', 'me', NOW)).toBe(true);
  });
});

describe('gridItems', () => {
  test('each group is headed once, the newest first', () => {
    const rows = sortExams(
      [
        exam({ id: 'a', summary: { exam_date: '2026-05-11T08:00:00.000Z' } }),
        exam({ id: 'b' }),
        exam({ id: 'c', summary: { exam_date: '2026-02-10T00:00:00.000Z' } }),
        exam({ id: 'd' }),
      ],
      { by: 'exam_date', descending: true },
    );
    const items = gridItems(rows, true, NOW);
    expect(items.map((item) => item.kind)).toEqual(['group', 'row', 'row', 'group', 'row', 'group', 'row']);
    expect(items.filter((item) => item.kind === 'group').map((item) => item.key)).toEqual([
      'group-today',
      'group-yesterday',
      'group-2026-02',
    ]);
  });

  test('another order has no heads', () => {
    expect(gridItems([exam()], false, NOW)).toHaveLength(1);
  });
});

describe('conclusionOf', () => {
  test('takes the text between the impression’s heading and the next one', () => {
    const html =
      '<h2 data-section-code="59776-5">Findings</h2><p>Lungs clear.</p>' +
      '<h2 data-section-code="19005-8">Impression</h2><p>Partial response.</p><ol><li>No new lesion.</li></ol>' +
      '<h2>Recommendation</h2><p>Follow-up.</p>';
    expect(conclusionOf(html).impression).toEqual(['Partial response.', 'No new lesion.']);
  });

  test('a report without one has no lines', () => {
    expect(conclusionOf('<p>Text</p>').impression).toEqual([]);
    expect(conclusionOf(null).impression).toEqual([]);
  });
});
