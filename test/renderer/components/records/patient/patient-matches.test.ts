import { describe, expect, test } from 'vitest';
import {
  patientMatches,
  searchRank,
  typedPerson,
} from '#renderer/components/records/patient/patient-matches.ts';
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

  const found = (values: Partial<PatientValues>, patientId?: string) =>
    patientMatches(known, typedPerson(typed(values)), patientId).map(({ row: { id }, reason }) => [
      id,
      reason,
    ]);

  test('those who may be the same person come first, each with its reason', () => {
    expect(
      found({
        legal_name: 'Kastellan, Mirela',
        display_name: 'Mirela Ana',
        birth_date: '14.3.1961',
        identifiers: number('Medical record number', '482 117'),
      }),
    ).toEqual([
      ['number', 'number'],
      ['born', 'name_and_birth_date'],
      ['similar', 'name'],
    ]);
  });

  test('the same number of another kind, and words in common, are only similar', () => {
    expect(found({ identifiers: number('Insurance', '00482-117') })).toEqual([['number', undefined]]);
    expect(found({ legal_name: 'Mirela Kastellan', birth_date: '1988-01-02' })).toEqual([
      ['born', undefined],
    ]);
  });

  test('a name without birth date may be the same person', () => {
    expect(found({ legal_name: 'Mirela Kastellan' })).toEqual([['born', 'name']]);
  });

  test('an edited patient is not its own match', () => {
    expect(found({ identifiers: number('MRN', '00482-117') }, 'number')).toEqual([]);
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
