import { expect, test } from 'vitest';
import { toPatient } from '#fhir/export/map-patient.ts';
import { completeRecord } from '#records/complete-record.ts';
import { sexOf } from '#records/identity/sex.ts';

test.each([
  ['female', 'female'],
  ['Male', 'male'],
  ['OTHER', 'other'],
  ['intersex', undefined],
  ['', undefined],
  [null, undefined],
])('%s is %s', (recorded, sex) => {
  expect(sexOf(recorded)).toBe(sex);
});

test('FHIR says the same of a word in capitals as of one without', () => {
  const [small, large] = ['female', 'Female'].map((biological_sex) =>
    toPatient('p', completeRecord('patients', { legal_name: 'A', display_name: 'A', biological_sex }), []),
  );
  expect(small?.gender).toBe('female');
  expect(large).toEqual(small);
});
