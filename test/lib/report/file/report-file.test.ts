/** Tests the heading of a report file: status, number and identifiers as elsewhere. */
import { describe, expect, test } from 'vitest';
import type { ExamRecord } from '#contract/documents/records.ts';
import { accessionNumber } from '#records/identity/accession-number.ts';
import { reportStatus } from '#records/reports/report-status.ts';
import { type ReportFileContent, writeReportFile } from '#report/file/report-file.ts';

function headOf(
  custom_attributes: ExamRecord['custom_attributes'],
  patient: ReportFileContent['patient'] = null,
) {
  const record = {
    ...{ title: 'CT chest', modality: 'CT', exam_date: null },
    ...{ report_lexical: null, report_html: null },
    custom_attributes,
  };
  const lines = writeReportFile('text', { record, patient }).split('\n');
  return new Map(lines.map((line) => line.split(': ', 2)).map(([label = '', value]) => [label, value]));
}

describe('the head of a report file', () => {
  test.each([
    { report: { status: 'final' }, 'report.status': 'preliminary' },
    { report: { status: 5 }, 'report.status': 'final' },
    { report: ['final'], 'report.status': 'amended' },
    { report: null },
  ])('names the status that lists name: %j', (attributes) => {
    expect(headOf(attributes).get('Status') ?? null).toBe(reportStatus(attributes));
  });

  test('says of an invented patient first that it is a sample', () => {
    expect([...headOf({ sample_practice: true })][2]).toEqual([
      'SAMPLE',
      'invented patient, no report of a person',
    ]);
    expect(headOf({ sample_practice: 'yes' }).has('SAMPLE')).toBe(false);
  });

  test.each([
    { accession_number: 'RAD-0042' },
    { accession_number: '   ' },
    { accession_number: 'x'.repeat(65) },
    { accession_number: 42 },
  ])('names the accession number that lists name: %j', (attributes) => {
    expect(headOf(attributes).get('Accession') ?? null).toBe(accessionNumber(attributes));
  });

  test.each([
    [[{ system: 'urn:oid:1.2', type: 'MR', value: 'A-1' }, { value: 'B-2' }], 'A-1, B-2'],
    [{ insurer: 'A-1', clinic: 'B-2' }, 'A-1, B-2'],
    [[], undefined],
    [null, undefined],
  ])('names the identifiers in either form: %j', (identifiers, words) => {
    const patient = { legal_name: 'Ada Roe', display_name: 'Roe, Ada', birth_date: null, identifiers };
    expect(headOf(null, patient).get('Identifiers')).toBe(words);
  });
});
