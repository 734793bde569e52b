import { describe, expect, test } from 'vitest';
import { patientMatches, searchRank } from '#renderer/components/records/patient/patient-matches.ts';
import { EMPTY_PATIENT, type PatientValues } from '#renderer/components/records/patient/patient-values.ts';

type PatientRow = Parameters<typeof patientMatches>[0] extends Iterable<infer Row> ? Row : never;
type Summary = NonNullable<PatientRow['summary']>;

function row(id: string, summary: Partial<Summary>, more: Partial<PatientRow> = {}): PatientRow {
  const whole = { legal_name: '', display_name: '', birth_date: null, identifiers: [], ...summary };
  return { id, is_deleted: false, summary: whole, ...more } as PatientRow;
}

const typed = (values: Partial<PatientValues>): PatientValues => ({ ...EMPTY_PATIENT, ...values });
const number = (type: string, value: string) => [{ id: 1, type, value }];

describe('patientMatches', () => {
  const known = [
    row('similar', { display_name: 'Ana, Mirela', legal_name: 'Mirela Ana' }),
    row('born', { legal_name: 'Mirela Kastellan', birth_date: '1961-03-14T00:00:00.000Z' }),
    row('number', { display_name: 'Zoe', identifiers: [{ type: 'MRN', value: '00482-117' }] }),
    row('gone', { legal_name: 'Mirela Kastellan', birth_date: '1961-03-14' }, { is_deleted: true }),
  ];

  test('a number of the same type, and a name with its birth date, match exactly and come first', () => {
    const values = typed({
      legal_name: 'Kastellan, Mirela',
      display_name: 'Mirela Ana',
      birth_date: '1961-03-14',
      identifiers: number('Medical record number', '00482-117'),
    });
    expect(patientMatches(known, values, undefined).map(({ row: { id }, isExact }) => [id, isExact])).toEqual(
      [
        ['number', true],
        ['born', true],
        ['similar', false],
      ],
    );
  });

  test('the same number of another type is only similar, and a name without birth date too', () => {
    const other = typed({ identifiers: number('Insurance', '00482-117') });
    expect(patientMatches(known, other, undefined)).toMatchObject([
      { row: { id: 'number' }, isExact: false },
    ]);
    const named = typed({ legal_name: 'Mirela Kastellan' });
    expect(patientMatches(known, named, undefined)).toMatchObject([{ row: { id: 'born' }, isExact: false }]);
  });

  test('an edited patient is not its own match', () => {
    const values = typed({ identifiers: number('MRN', '00482-117') });
    expect(patientMatches(known, values, 'number')).toEqual([]);
  });
});

test('a search ranks the number first, then the whole name, whole words and beginnings', () => {
  const of = (summary: Partial<Summary>, text: string) =>
    searchRank(row('p', summary).summary as Summary, text);
  expect(of({ identifiers: [{ type: 'MRN', value: '00482' }] }, ' 00482 ')).toBe(0);
  expect(of({ display_name: 'Kast, Ivo' }, 'ivo kast')).toBe(1);
  expect(of({ display_name: 'Kast, Ivo Maria' }, 'kast')).toBe(2);
  expect(of({ display_name: 'Kastner, Olm' }, 'kast')).toBe(3);
});
