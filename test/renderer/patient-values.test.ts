import { describe, expect, test } from 'vitest';
import type { PatientRecord } from '#contract/documents/records.ts';
import {
  EMPTY_PATIENT,
  recordOf,
  tagsOf,
  valuesOf,
} from '#renderer/components/records/patient/patient-values.ts';

const RECORD: PatientRecord = {
  legal_name: 'Mirela Ana Kastellan',
  display_name: 'Kastellan, Mirela',
  identifiers: [{ system: 'urn:oid:1.2.3', type: 'MRN', value: '00482-117' }],
  external_id: 'urn:uuid:1f6e',
  birth_date: '1961-03-14T09:30:00.000Z',
  biological_sex: 'female',
  gender_identity: null,
  race_identity: null,
  email: null,
  phone: '+1 555 0147',
  address: { lines: ['12 Quarry Lane'], city: 'Northgate', postal_code: '20418' },
  internal_notes: null,
  custom_attributes: { study: { arm: 'B' } },
};

describe('recordOf', () => {
  test('an untouched form gives the record back as it was', () => {
    expect(recordOf(valuesOf(RECORD, []), RECORD)).toEqual(RECORD);
  });

  test('one changed field leaves what the form does not show as it was', () => {
    const record = recordOf({ ...valuesOf(RECORD, []), phone: '+1 555 0199' }, RECORD);
    expect(record).toEqual({ ...RECORD, phone: '+1 555 0199' });
  });

  test('identifiers given as an object stay an object', () => {
    const base = { ...RECORD, identifiers: { mrn: '1' } };
    const values = valuesOf(base, []);
    const changed = { ...values, identifiers: values.identifiers.map((entry) => ({ ...entry, value: '2' })) };
    expect(recordOf(changed, base).identifiers).toEqual({ mrn: '2' });
  });

  test('a corrected number keeps its system, a second one of the same type gets none', () => {
    const values = valuesOf(RECORD, []);
    const [first] = values.identifiers;
    if (!first) throw new Error('the record has a number');
    const corrected = { ...values, identifiers: [{ ...first, value: '00482-118' }] };
    expect(recordOf(corrected, RECORD).identifiers).toEqual([
      { system: 'urn:oid:1.2.3', type: 'MRN', value: '00482-118' },
    ]);
    const second = { ...values, identifiers: [first, { id: 2, type: 'MRN', value: '7' }] };
    expect(recordOf(second, RECORD).identifiers).toEqual([
      { system: 'urn:oid:1.2.3', type: 'MRN', value: '00482-117' },
      { type: 'MRN', value: '7' },
    ]);
  });

  test('fields of the record the form has no place for go back as they came', () => {
    const odd = { ...RECORD, blood_group: 'A' };
    expect(recordOf(valuesOf(odd, []), odd)).toEqual(odd);
  });

  test('a new patient is read from text, empty fields are null', () => {
    const record = recordOf(
      {
        ...EMPTY_PATIENT,
        legal_name: ' Ilka Pranthofer ',
        birth_date: '3.2.1969',
        address: 'Am Tor 1\n\nNorden',
      },
      undefined,
    );
    expect(record).toMatchObject({
      legal_name: 'Ilka Pranthofer',
      display_name: null,
      birth_date: '1969-02-03',
      identifiers: null,
      address: { lines: ['Am Tor 1', 'Norden'] },
      email: null,
      custom_attributes: null,
    });
  });
});

describe('tagsOf', () => {
  test('commas part, spaces and repetitions go', () => {
    expect(tagsOf({ ...EMPTY_PATIENT, tags: ' tumour board, teaching,,teaching ' })).toEqual([
      'tumour board',
      'teaching',
    ]);
  });
});
