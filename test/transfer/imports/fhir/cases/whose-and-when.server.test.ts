/** Tests that parts of a report must belong to the same patient and not be older. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type CaseVault, jsonSource, rowsOf, startCaseVault } from './case-vault.ts';

let cases: CaseVault;
beforeAll(async () => {
  cases = await startCaseVault();
});
afterEach(() => cases.clear());
afterAll(() => cases.vault.close());

const patient = (id: string, name: string, more: object = {}) => ({
  ...{ resourceType: 'Patient', id, name: [{ text: name }], birthDate: '1950-05-05' },
  ...{ identifier: [{ system: 'urn:mrn', value: name }], ...more },
});
const report = (patientId: string, more: object = {}) => ({
  ...{ resourceType: 'DiagnosticReport', id: 'r', status: 'final', code: { text: 'Chemistry' } },
  ...{ category: [{ coding: [{ code: 'LAB' }] }], effectiveDateTime: '2026-01-14' },
  ...{ subject: { reference: `Patient/${patientId}` }, result: [{ reference: 'Observation/1' }], ...more },
});
const potassium = (patientId: string, value: number, more: object = {}) => ({
  ...{ resourceType: 'Observation', id: '1', status: 'final', code: { text: 'Potassium' } },
  ...{ subject: { reference: `Patient/${patientId}` }, valueQuantity: { value, unit: 'mmol/l' }, ...more },
});
const bring = (files: readonly object[][]) =>
  cases.bring(
    files.map((resources, at) =>
      jsonSource(`${at}.json`, {
        ...{ resourceType: 'Bundle', type: 'collection' },
        entry: resources.map((resource) => ({ resource })),
      }),
    ),
  );
const value = (row: readonly string[] | undefined) => row?.[1];
const replaced = { link: [{ type: 'replaced-by', other: { reference: 'Patient/a' } }] };

describe('a result of another file', () => {
  test('of another patient is left out by name', async () => {
    const { exams, report: told } = await bring([
      [patient('a', 'Ada'), report('a')],
      [patient('b', 'Ben'), potassium('b', 7.9)],
    ]);
    expect(JSON.stringify(exams)).not.toContain('7.9');
    expect(told.notices.map(({ message }) => message)).toContain(
      'Observation/1 is left out: it is about another patient than this report.',
    );
  });

  test('of another patient of whom no file says more is left out too', async () => {
    const { exams } = await bring([[patient('a', 'Ada'), report('a')], [potassium('b', 7.9)]]);
    expect(JSON.stringify(exams)).not.toContain('7.9');
  });

  test('of another patient of the same id, in a file of its own, is left out', async () => {
    const other = patient('a', 'Ben', { birthDate: '1990-09-09' });
    const { exams } = await bring([
      [patient('a', 'Ada'), report('a')],
      [other, potassium('a', 7.9)],
    ]);
    expect(JSON.stringify(exams)).not.toContain('7.9');
  });

  test.each([
    ['the same patient', 'a', []],
    ['one who was merged', 'old', [patient('old', 'Ada O', replaced)]],
    ['a copy with the same number', 'copy', [patient('copy', 'Ada')]],
  ])('of %s is a row of it', async (_who, id, more) => {
    const { exams } = await bring([
      [patient('a', 'Ada'), report('a')],
      [...more, potassium(id, 4.1)],
    ]);
    expect(rowsOf(exams[0]).map(value)).toContain('4.1');
  });

  test('that names its patient by the address of the server is a row of it', async () => {
    const base = 'https://lab.invalid/fhir';
    const absolute = report('a', { subject: { reference: `${base}/Patient/a` } });
    const entry = [patient('a', 'Ada'), absolute, potassium('a', 4.1)].map((resource) => ({
      fullUrl: `${base}/${resource.resourceType}/${resource.id}`,
      resource,
    }));
    const { exams } = await cases.bring([jsonSource('a.json', { resourceType: 'Bundle', entry })]);
    expect(rowsOf(exams[0]).map(value)).toContain('4.1');
  });
});

describe('an older state of a result', () => {
  const meta = (versionId: string) => ({ meta: { versionId } });

  test('does not come over a newer one of the same report, in whatever order they are imported', async () => {
    const at = (version: string, number: number) => [
      [patient('a', 'Ada'), report('a', meta('1')), potassium('a', number, meta(version))],
    ];
    await bring(at('2', 4.1));
    const older = await bring(at('1', 7.9));
    expect(rowsOf(older.exams[0]).map(value)).toContain('4.1');
    expect(older.report.imported['DiagnosticReport']).toEqual({ older: 1 });
    const newer = await bring(at('3', 4.4));
    expect(rowsOf(newer.exams[0]).map(value)).toContain('4.4');
  });

  test('nor one whose withdrawal is there', async () => {
    await bring([[patient('a', 'Ada'), report('a'), potassium('a', 7.9, { status: 'entered-in-error' })]]);
    const { exams } = await bring([[patient('a', 'Ada'), report('a'), potassium('a', 7.9)]]);
    expect(JSON.stringify(exams)).not.toContain('7.9');
  });
});
