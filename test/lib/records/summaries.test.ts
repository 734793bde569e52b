import { describe, expect, test } from 'vitest';
import { completeRecord } from '#records/complete-record.ts';
import { identifierLines, identifierText, mainIdentifier } from '#records/identity/identifiers.ts';
import { searchedTexts, summarise, wireSummary } from '#records/summaries.ts';

describe('summarise', () => {
  test('an exam: its own fields, its status, its tags, and no report', () => {
    const record = completeRecord('exams', {
      title: 'CT chest',
      modality: 'CT',
      exam_date: '2026-05-12T09:30:00.000Z',
      report_html: '<p>Text</p>',
      custom_attributes: {
        report: { status: 'final' },
        'report.status': 'preliminary',
        accession_number: 'RAD-0042',
      },
    });
    const stored = summarise('exams', record, ['lung']);
    expect(stored).toEqual({
      title: 'CT chest',
      modality: 'CT',
      exam_date: '2026-05-12T09:30:00.000Z',
      report_status: 'final',
      accession_number: 'RAD-0042',
      priority: null,
      due: null,
      referrer: null,
      follow_ups: null,
      critical_result: null,
      tags: ['lung'],
    });
    expect(wireSummary<'exams'>(stored, 'Kastellan, Mirela')).toEqual({
      ...stored,
      patient_name: 'Kastellan, Mirela',
    });
    expect(searchedTexts(stored, 'Kastellan, Mirela')).toEqual([
      'CT chest',
      'CT',
      'Kastellan, Mirela',
      '2026-05-12',
      'final',
      'RAD-0042',
      'lung',
    ]);
  });

  test('a patient is found by names, birth day, numbers and tags', () => {
    const record = completeRecord('patients', {
      legal_name: 'Mirela Kastellan',
      display_name: 'Kastellan, Mirela',
      birth_date: '1961-02-03T00:00:00.000Z',
      identifiers: { MRN: '00482' },
      external_id: 'X-9',
    });
    expect(searchedTexts(summarise('patients', record, ['oncology']), null)).toEqual([
      'Kastellan, Mirela',
      'Mirela Kastellan',
      '1961-02-03',
      'X-9',
      '00482',
      'oncology',
    ]);
  });
});

describe('identifiers', () => {
  test('lists and objects read alike; a system stands in for a missing type', () => {
    expect(identifierLines([{ system: 'urn:a', value: '1' }, { value: '2' }])).toEqual([
      { type: 'urn:a', value: '1' },
      { type: '', value: '2' },
    ]);
    expect(identifierLines({ MRN: '3' })).toEqual([{ type: 'MRN', value: '3' }]);
    expect(identifierLines(null)).toEqual([]);
  });

  test('the medical record number is the one to show, else the first', () => {
    const numbers = [
      { type: 'SSN', value: '1' },
      { type: 'Medical Record Number', value: '2' },
    ];
    expect(mainIdentifier(numbers)).toEqual({ type: 'MRN', value: '2' });
    expect(mainIdentifier(numbers.slice(0, 1))).toEqual({ type: 'SSN', value: '1' });
    expect(mainIdentifier(null)).toBeUndefined();
  });

  test('a number without a type is shown alone', () => {
    expect(identifierText({ type: '', value: '2' })).toBe('2');
    expect(identifierText({ type: 'MRN', value: '2' })).toBe('MRN 2');
  });
});
