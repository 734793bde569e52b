/** Tests a source without server and patient ids: exams are found again after any local edit. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type CaseVault, jsonSource, startCaseVault } from './case-vault.ts';

let cases: CaseVault;
beforeAll(async () => {
  cases = await startCaseVault();
});
afterEach(() => cases.clear());
afterAll(() => cases.vault.close());

const report = (more: object) => ({
  ...{ resourceType: 'DiagnosticReport', id: '2', status: 'final', code: { text: 'CT head' } },
  ...{ effectiveDateTime: '2026-01-14', conclusion: 'First.', ...more },
});
const patient = (more: object) => ({
  ...{ resourceType: 'Patient', id: '1', birthDate: '1950-05-05', name: [{ text: 'Ada One' }] },
  ...{ identifier: [{ system: 'urn:mrn', value: 'ONE' }], ...more },
});
const bring = (...resources: object[]) =>
  cases.bring(resources.map((resource, at) => jsonSource(`${at}.json`, resource)));
const firstExam = async (change: object) => {
  const [exam] = (await cases.bring([])).exams;
  await cases.vault.admin.exams.edit(exam?.document_id ?? '', (record) => ({ ...record, ...change }));
};
const firstPatient = async (change: object) => {
  const { admin } = cases.vault;
  const { items } = await admin.patients.list({ limit: 1 }).page();
  await admin.patients.edit(items[0]?.index.document_id ?? '', (record) => ({ ...record, ...change }));
};

describe('an exam of no server and no patient', () => {
  test.each([
    ['title', { title: 'CT of the head, by me' }],
    ['day', { exam_date: '2026-01-15T00:00:00.000Z' }],
    ['title and day', { title: 'Mine', exam_date: null }],
  ])('is found once a person changed its %s', async (_what, change) => {
    await bring(report({}));
    await firstExam(change);
    const again = await bring(report({ conclusion: 'Second.' }));
    expect(again.exams).toHaveLength(1);
    expect(again.exams[0]?.record).toMatchObject({ ...change, report_html: '<p>Second.</p>' });
  });

  test('is found by its accession number once its source calls it otherwise', async () => {
    const identifier = [{ type: { coding: [{ code: 'ACSN' }] }, value: 'ACC-9' }];
    await bring(report({ identifier }));
    const again = await bring(
      report({ identifier, code: { text: 'CT of the head' }, conclusion: 'Second.' }),
    );
    expect(again.exams).toHaveLength(1);
    expect(again.exams[0]?.record.title).toBe('CT of the head');
  });

  test('another one of the same id stands beside', async () => {
    await bring(report({}));
    await firstExam({ title: 'Mine' });
    const other = report({ code: { text: 'MR knee' }, effectiveDateTime: '2026-02-02' });
    expect((await bring(other)).exams).toHaveLength(2);
  });
});

describe('a patient of no server', () => {
  test.each([
    ['birth date', { birth_date: '1950-05-06' }],
    ['numbers', { identifiers: [{ system: 'urn:mrn', type: null, value: 'ONE-A' }] }],
    ['name', { legal_name: 'Ada Two', display_name: 'Ada Two' }],
  ])('is found once a person changed their %s', async (_what, change) => {
    await bring(patient({}));
    await firstPatient(change);
    const again = await bring(patient({ telecom: [{ system: 'phone', value: '+49 1' }] }));
    expect(again.patients).toHaveLength(1);
    expect(again.patients[0]).toMatchObject({ phone: '+49 1' });
  });

  test('with an exam that a person gave another title keeps it', async () => {
    const subject = { reference: 'Patient/1' };
    await bring(patient({}), report({ subject }));
    await firstExam({ title: 'Mine', exam_date: '2026-01-20' });
    const again = await bring(patient({}), report({ subject, conclusion: 'Second.' }));
    expect(again.exams).toHaveLength(1);
  });

  test('another one of the same name and birth date without a number stands beside, whatever was put right', async () => {
    await bring(patient({}));
    await firstPatient({ birth_date: null, identifiers: null });
    expect((await bring(patient({ identifier: undefined }))).patients).toHaveLength(2);
  });

  test('another person of the same id stands beside', async () => {
    await bring(patient({}));
    await firstPatient({ birth_date: '1990-01-01' });
    const other = patient({ birthDate: '1990-01-01', identifier: [{ system: 'urn:mrn', value: 'TWO' }] });
    expect((await bring(other)).patients).toHaveLength(2);
  });
});
