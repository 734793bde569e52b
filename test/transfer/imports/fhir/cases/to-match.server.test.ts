/** Tests patients that cannot be identified: their exams become unmatched studies. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type CaseVault, jsonSource, startCaseVault } from './case-vault.ts';

let cases: CaseVault;
beforeAll(async () => {
  cases = await startCaseVault();
});
afterEach(() => cases.clear());
afterAll(() => cases.vault.close());

const ada = {
  ...{ resourceType: 'Patient', id: '1', birthDate: '1950-05-05', name: [{ text: 'Ada One' }] },
  identifier: [{ system: 'urn:mrn', value: 'ONE' }],
};
const report = (id: string, conclusion: string, more: object = {}) => ({
  ...{ resourceType: 'DiagnosticReport', id, status: 'final', code: { text: 'CT head' } },
  ...{ effectiveDateTime: '2026-01-14', subject: { reference: 'Patient/1' }, conclusion, ...more },
});
const source = (name: string, ...resources: object[]) =>
  jsonSource(name, {
    ...{ resourceType: 'Bundle', type: 'collection' },
    entry: resources.map((resource) => ({ resource })),
  });
const waiting = async () => (await cases.vault.admin.imaging.toMatch(cases.vault.group)).items;

/** Resources that name no server. */
const UNSURE: readonly [string, object][] = [
  [
    'another number and birth date',
    { birthDate: '1990-09-09', identifier: [{ system: 'urn:mrn', value: 'T' }] },
  ],
  ['the number alone', { birthDate: undefined }],
  ['the birth date alone', { identifier: undefined }],
  ['the same number, another birth date', { birthDate: '1950-05-06' }],
];

describe('where a source cannot be told', () => {
  test.each(UNSURE)(
    '%s: nobody is changed, the exam waits beside the record it may be of',
    async (_, more) => {
      const first = [source('a.json', ada, report('2', 'Bleeding.'))];
      const before = await cases.bring(first);
      const held = before.patients[0];
      const second = [
        source('b.json', { ...ada, ...more, name: [{ text: 'Bo Two' }] }, report('2', 'Normal.')),
      ];
      const dry = await cases.bring(second, { looksOnly: true });
      expect(dry.report.to_match).toBe(1);
      expect(dry.report.notices.map(({ message }) => message).join()).toContain('another record of this id');
      const { exams, patients, report: told } = await cases.bring(second);
      expect(told.to_match).toBe(1);
      expect(patients).toContainEqual(held);
      expect(patients.map(({ legal_name }) => legal_name).toSorted()).toEqual(['Ada One', 'Bo Two']);
      expect(new Map(exams.map(({ patient, record }) => [record.report_html, patient]))).toEqual(
        new Map([
          ['<p>Bleeding.</p>', 'Ada One'],
          ['<p>Normal.</p>', null],
        ]),
      );
      const [item, ...more_] = await waiting();
      expect(more_).toEqual([]);
      expect(item?.sent.name).toBe('Two^Bo');
      expect(item?.candidates.map(({ patient }) => patient.legal_name)).toEqual(['Ada One']);
      expect(item?.record_id).not.toBeNull();
      const again = await cases.bring(second);
      expect(again.report.imported).toEqual({
        Patient: { unchanged: 1 },
        DiagnosticReport: { unchanged: 1 },
      });
      expect(await waiting()).toHaveLength(1);
    },
  );

  test('given to the record that was there, it stays there, and the next exam asks again', async () => {
    const { admin } = cases.vault;
    await cases.bring([source('a.json', ada)]);
    const second = { ...ada, birthDate: undefined };
    await cases.bring([source('b.json', second, report('2', 'Normal.'))]);
    const [item] = await waiting();
    const patient_id = item?.candidates[0]?.patient_id ?? '';
    await admin.exams.setPatient(item?.exam_id ?? '', { patient_id });
    const { exams } = await cases.bring([
      source(
        'b.json',
        second,
        report('2', 'Normal, corrected.', { status: 'corrected' }),
        report('3', 'Later.'),
      ),
    ]);
    expect(new Map(exams.map(({ patient, record }) => [record.report_html, patient]))).toEqual(
      new Map([
        ['<p>Normal, corrected.</p>', 'Ada One'],
        ['<p>Later.</p>', null],
      ]),
    );
    expect(await waiting()).toHaveLength(1);
  });

  test('given to the record of its own, the next exam goes there too', async () => {
    const { admin } = cases.vault;
    await cases.bring([source('a.json', ada)]);
    const second = { ...ada, birthDate: '1990-09-09', name: [{ text: 'Bo Two' }] };
    await cases.bring([source('b.json', second, report('2', 'Normal.'))]);
    const [item] = await waiting();
    await admin.exams.setPatient(item?.exam_id ?? '', { patient_id: item?.record_id ?? '' });
    const { exams } = await cases.bring([source('b.json', second, report('3', 'Later.'))]);
    expect(exams.map(({ patient }) => patient)).toEqual(['Bo Two', 'Bo Two']);
    expect(await waiting()).toEqual([]);
  });
});

test('an exam of a patient who is nowhere waits with what its file says of them, until they come', async () => {
  const subject = { reference: 'Patient/9', display: 'Ada One', identifier: { value: 'ONE' } };
  const file = source('a.json', report('2', 'Normal.', { subject }));
  const { report: told } = await cases.bring([file]);
  expect(told).toMatchObject({ to_match: 1, unresolved_references: { subject: 1 } });
  expect(await waiting()).toMatchObject([
    { sent: { name: 'One^Ada', id: 'ONE', birth_date: null }, record_id: null },
  ]);
  const { exams } = await cases.bring([source('b.json', { ...ada, id: '9' }), file]);
  expect(exams.map(({ patient }) => patient)).toEqual(['Ada One']);
  expect(await waiting()).toEqual([]);
});
