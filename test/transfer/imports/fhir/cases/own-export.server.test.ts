/** Tests importing our own export: nothing twice, and no local edit overwritten. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CaseVault, jsonSource, startCaseVault } from './case-vault.ts';

let cases: CaseVault;
beforeAll(async () => {
  cases = await startCaseVault();
});
afterAll(() => cases.vault.close());

test('records made in the vault are found again in its own export', async () => {
  const { admin, group: security_group_id } = cases.vault;
  const patient = await admin.patients.create({
    security_group_id,
    record: {
      ...{ legal_name: 'Own Person', birth_date: '1950-01-02' },
      identifiers: [{ type: 'MRN', value: 'OWN-1' }],
    },
  });
  const patient_id = patient.index.document_id;
  const exam = await admin.exams.create({
    ...{ security_group_id, patient_id, tags: ['chest'] },
    record: { title: 'Own CT', exam_date: '2026-02-03', report_html: '<p>Before.</p>' },
  });
  const file = jsonSource('export.json', await admin.exchange.fhirExam(exam.index.document_id));
  const unchanged = { DiagnosticReport: { unchanged: 1 }, Patient: { unchanged: 1 } };

  const first = await cases.bring([file]);
  expect(first.report.imported).toEqual(unchanged);
  expect([first.patients.length, first.exams.length]).toEqual([1, 1]);
  expect(first.patients[0]).toMatchObject({ ...patient.record, is_archived: false });

  const { document_id } = exam.index;
  await admin.exams.edit(document_id, (record) => ({
    ...{ ...record, report_html: '<p>After.</p>', report_lexical: null },
  }));
  const later = await cases.bring([file]);
  expect(later.report.imported).toEqual(unchanged);
  expect(later.exams.map(({ record }) => record.report_html)).toEqual(['<p>After.</p>']);
});
