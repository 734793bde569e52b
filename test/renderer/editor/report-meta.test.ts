import { describe, expect, test } from 'vitest';
import { ExamRecordSchema } from '#contract/documents/records.ts';
import { NO_META } from '#renderer/editor/editing-session/editing-state.ts';
import { metaOf } from '#renderer/editor/editing-session/report-documents.ts';

const RECORD = {
  title: 'CT chest',
  modality: 'CT',
  exam_date: '2026-05-12T07:40:00.000Z',
  report_lexical: '{}',
  report_html: '<p>x</p>',
  custom_attributes: { of_others: [1] },
};

describe('metaOf', () => {
  test('is the record without its report, fields the editor has no name for included', () => {
    const { report_lexical: _, report_html: __, ...rest } = RECORD;
    expect(metaOf(RECORD)).toEqual(rest);
    const newer = { ...RECORD, body_site: 'chest' };
    expect({ ...metaOf(newer), report_lexical: '{}', report_html: '<p>x</p>' }).toEqual(newer);
  });

  test('before a record is opened, every field of the contract is null', () => {
    const fields = Object.keys(ExamRecordSchema.properties).filter((name) => !name.startsWith('report_'));
    expect(NO_META).toEqual(Object.fromEntries(fields.map((name) => [name, null])));
  });
});
