/** Splits a message plainly, to read the patient's numbers and the bytes. */
import { describe, expect, test } from 'vitest';
import type { PatientRecord } from '#contract/documents/records.ts';
import { oruMessage } from '#hl7/oru-message.ts';
import { completeRecord } from '#records/complete-record.ts';
import { reportLanguage } from '#records/reports/stated-report-language.ts';
import { textOfHtml } from '#report/plain-text.ts';

const CONTROLS = Array.from({ length: 32 }, (_, code) => String.fromCharCode(code)).join('x');

function message(patient: Partial<PatientRecord> | null, exam: Record<string, unknown> = {}): string {
  const record = completeRecord('exams', { title: 'CT', report_html: '<p>x</p>', ...exam });
  return oruMessage({
    ...{ document_id: 'exam-1', version_id: '0190-aaaa-bbbb', vault_name: 'Clinic', pdf: new Uint8Array(3) },
    report_text: textOfHtml(record.report_html ?? ''),
    language: reportLanguage(record.custom_attributes) ?? 'en',
    sealed_at: '2026-03-02T09:40:00.000Z',
    record,
    patient: patient === null ? null : completeRecord('patients', { legal_name: 'Quell, Tonja', ...patient }),
  });
}

const numbers = (patient: Partial<PatientRecord> | null) =>
  message(patient)
    .split('\r')
    .find((segment) => segment.startsWith('PID'))
    ?.split('|')[3];

describe('PID-3', () => {
  test('equal numbers of two authorities stay two', () => {
    const identifiers = [
      { type: 'MR', system: 'urn:oid:2.999.7', value: '4711' },
      { type: 'MR', system: 'http://other.invalid/mrn', value: '4711' },
      { system: 'urn:uuid:53fefa32-fcbb-4ff8-8a92-55ee120877b7', value: 'A|1' },
      { type: 'PI', system: 'St. Mary & Sons', value: '9' },
      { value: '10' },
    ];
    expect(numbers({ identifiers })?.split('~')).toEqual([
      '4711^^^&2.999.7&ISO^MR',
      '4711^^^&http://other.invalid/mrn&URI^MR',
      'A\\F\\1^^^&53fefa32-fcbb-4ff8-8a92-55ee120877b7&UUID',
      '9^^^St. Mary \\T\\ Sons^PI',
      '10',
    ]);
    expect(numbers({ identifiers: { MRN: '17' } })).toBe('17^^^^MRN');
  });

  test('the external id stands in where there is no identifier; without both the message is refused in words', () => {
    expect(numbers({ external_id: 'EXT-9' })).toBe('EXT-9');
    expect(numbers({ identifiers: [{ type: 'MR', value: ' ' }], external_id: 'EXT-9' })).toBe('EXT-9');
    for (const patient of [{}, { identifiers: [] }, { external_id: '  ' }, { identifiers: { MR: '\u001c' } }])
      expect(() => message(patient)).toThrow(/number of the patient.*Give the patient an identifier/);
  });

  test('an exam without a patient says so by its own id', () => {
    expect(numbers(null)).toBe('exam-1^^^Clinic^U');
  });
});

test('no control byte of any field is in the message but the ends of segments', () => {
  const text = message(
    {
      legal_name: `Q${CONTROLS}, T`,
      identifiers: [{ type: CONTROLS, system: `a${CONTROLS}`, value: `1${CONTROLS}` }],
    },
    {
      title: `T${CONTROLS}U\u0085\u2028`,
      modality: CONTROLS,
      report_html: `<p>a\u001cb</p><p>c</p>`,
      custom_attributes: {
        accession_number: `A${CONTROLS}`,
        report: { status: 'final', signed_by: CONTROLS },
      },
    },
  );
  expect(text.replaceAll('\r', '')).not.toMatch(/[\p{Cc}\u2028\u2029]/u);
  expect(text.split('\r').map((segment) => segment.slice(0, 3))).toEqual([
    'MSH',
    'PID',
    'OBR',
    'OBX',
    'OBX',
    '',
  ]);
});

describe('a withdrawn report', () => {
  const fieldsOf = (custom_attributes: Record<string, unknown>) => {
    const lines = message({ external_id: '9' }, { report_html: '<p>No embolism.</p>', custom_attributes })
      .split('\r')
      .map((line) => line.split('|'));
    const field = (name: string, at: number) => lines.find(([first]) => first === name)?.[at];
    return { text: field('OBX', 5), order: field('OBR', 25), result: field('OBX', 11) };
  };

  test('says so before its text, and its results are posted as wrong', () => {
    const entered_in_error = {
      reason: 'wrong patient',
      marked_by: 'Dr A',
      marked_at: '2026-01-01T00:00:00Z',
    };
    expect(fieldsOf({ report: { status: 'entered-in-error', entered_in_error } })).toEqual({
      text: 'Withdrawn: entered in error. Nothing in this report is valid. wrong patient\\.br\\No embolism.',
      ...{ order: 'X', result: 'W' },
    });
    expect(fieldsOf({ report: { status: 'cancelled' } })).toEqual({
      text: expect.stringMatching(/^Withdrawn.*No embolism\.$/),
      ...{ order: 'X', result: 'X' },
    });
    expect(fieldsOf({ report: { status: 'final' } })).toEqual({
      text: 'No embolism.',
      order: 'F',
      result: 'F',
    });
  });

  test('says so in the language of the report', () => {
    const { text } = fieldsOf({ report: { status: 'entered-in-error' }, language: 'de' });
    expect(text).toMatch(/^Zurückgezogen: irrtümlich erfasst\./);
  });
});
