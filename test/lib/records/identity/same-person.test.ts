import { describe, expect, test } from 'vitest';
import { maySamePerson, type PersonFacts } from '#records/identity/same-person.ts';

const KNOWN = {
  legal_name: 'Kastellan, Mirela',
  display_name: 'Mirela Kastellan',
  birth_date: '1961-03-14T00:00:00.000Z',
  identifiers: [{ type: 'MRN', value: '00482-117' }],
};
const NOBODY: PersonFacts = { names: [], birth_date: null, identifiers: [] };
const number = (type: string, value: string) => ({ ...NOBODY, identifiers: [{ type, value }] });
const named = (name: string, birth_date: string | null) => ({ ...NOBODY, names: [name], birth_date });

describe('maySamePerson', () => {
  test.each([
    ['MRN', '00482-117'],
    ['MR', '482117'],
    ['Medical record number', ' 0482 117 '],
    ['mrn', '482/117'],
    ['', '00482.117'],
    ['urn:oid:1.2.3', '00482-117'],
  ])('a number %s %s is the same, however it is written', (type, value) => {
    expect(maySamePerson(KNOWN, number(type, value))).toBe('number');
  });

  test('letters of a number count without their case', () => {
    const known = { ...KNOWN, identifiers: { MRN: '0-4mR1' } };
    expect(maySamePerson(known, number('MR', '4MR1'))).toBe('number');
  });

  test.each([
    ['Insurance', '00482-117'],
    ['MRN', '00482-118'],
    ['MRN', '4821170'],
    ['MRN', '000'],
    ['MRN', ' - '],
  ])('a number %s %s is another one', (type, value) => {
    expect(maySamePerson(KNOWN, number(type, value))).toBeUndefined();
  });

  test('numbers of two issuers differ', () => {
    const known = { ...KNOWN, identifiers: [{ system: 'urn:oid:1.2.4', value: '7' }] };
    expect(maySamePerson(known, number('urn:oid:1.2.3', '7'))).toBeUndefined();
    expect(maySamePerson(known, number('urn:oid:1.2.4', '07'))).toBe('number');
  });

  test.each([
    ['Mirela Kastellan', '1961-03-14', 'name_and_birth_date'],
    ['KASTELLAN^MIRELA^ANNA', '1961-03-14', 'name_and_birth_date'],
    ['kastellan, mirela', null, 'name'],
    ['Mirela Kastellan', '1988-01-02', undefined],
    ['Mirela Roth', '1961-03-14', undefined],
    ['Kastellan', null, undefined],
    ['', '1961-03-14', undefined],
  ])('the name %s, born %s: %s', (name, born, reason) => {
    expect(maySamePerson(KNOWN, named(name, born))).toBe(reason);
  });

  test('a record without a birth date may be anybody of its name', () => {
    const known = { ...KNOWN, birth_date: null };
    expect(maySamePerson(known, named('Mirela Kastellan', '1988-01-02'))).toBe('name');
  });

  test('a different number does not make two persons of one name and birth date', () => {
    const sent = { ...named('Mirela Kastellan', '1961-03-14'), identifiers: [{ type: 'MRN', value: '9' }] };
    expect(maySamePerson(KNOWN, sent)).toBe('name_and_birth_date');
  });
});
