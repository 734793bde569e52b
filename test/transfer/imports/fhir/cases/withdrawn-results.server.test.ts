/** Tests a result withdrawn by its source but quoted in a person's text: the exam keeps a warning. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { readWithdrawnResults, withWithdrawnResults } from '#records/reports/withdrawn-results.ts';
import { type CaseVault, jsonSource, startCaseVault } from './case-vault.ts';

let cases: CaseVault;
beforeAll(async () => {
  cases = await startCaseVault();
});
afterAll(() => cases?.vault.close());
afterEach(() => cases.clear());

const SERVER = 'https://lab.example/fhir';

/** Builds a report of two results in these states, with `versionId`. */
function labReport(potassium: string, sodium = 'final', versionId = '1') {
  const result = (id: string, name: string, status: string) => ({
    resourceType: 'Observation',
    id,
    meta: { versionId },
    status,
    code: { text: name },
    subject: { reference: 'Patient/p' },
    valueQuantity: { value: 7.9, unit: 'mmol/l' },
  });
  const resources = [
    { resourceType: 'Patient', id: 'p', name: [{ text: 'Ada Moor' }], birthDate: '1950-01-01' },
    {
      resourceType: 'DiagnosticReport',
      id: 'r',
      status: 'final',
      code: { text: 'Electrolytes' },
      subject: { reference: 'Patient/p' },
      result: [{ reference: 'Observation/k' }, { reference: 'Observation/na' }],
    },
    result('k', 'Potassium', potassium),
    result('na', 'Sodium', sodium),
  ];
  const entry = resources.map((resource) => ({
    fullUrl: `${SERVER}/${resource.resourceType}/${resource.id}`,
    resource,
  }));
  return jsonSource('lab.json', { resourceType: 'Bundle', type: 'collection', entry });
}

/** Adds a person's words below the table. */
async function write(documentId: string, words: string): Promise<void> {
  await cases.vault.admin.exams.edit(documentId, (record) => ({
    ...record,
    report_lexical: null,
    report_html: `${record.report_html}<p>${words}</p>`,
  }));
}

describe('a result withdrawn under a text a person changed', () => {
  test('the text stays, and the exam names the result until somebody has looked', async () => {
    const first = await cases.bring([labReport('final')]);
    const id = first.exams[0]?.document_id ?? '';
    await write(id, 'Give calcium.');
    const { report, exams } = await cases.bring([labReport('entered-in-error')]);
    expect(exams[0]?.record.report_html).toContain('Give calcium.');
    expect(readWithdrawnResults(exams[0]?.record.custom_attributes ?? null)).toEqual([
      {
        result: 'Observation/k',
        name: 'Potassium',
        status: 'entered-in-error',
        told_at: '2026-03-01T12:00:00.000Z',
      },
    ]);
    expect(report.changes[0]?.fields).toContain('custom_attributes.withdrawn_results');
    expect(report.notices.map(({ message }) => message).join()).toContain(
      'says so until somebody has looked',
    );
    // Reported once, it stays through imports and edits.
    const again = await cases.bring([labReport('entered-in-error')]);
    expect(readWithdrawnResults(again.exams[0]?.record.custom_attributes ?? null)).toHaveLength(1);
    await write(id, 'Seen.');
    const later = await cases.bring([labReport('entered-in-error', 'cancelled')]);
    expect(
      readWithdrawnResults(later.exams[0]?.record.custom_attributes ?? null).map(({ name }) => name),
    ).toEqual(['Potassium', 'Sodium']);
  });

  test('looked at, it is not told again; valid again, it is told no more', async () => {
    const id = (await cases.bring([labReport('final')])).exams[0]?.document_id ?? '';
    await write(id, 'Give calcium.');
    await cases.bring([labReport('cancelled', 'cancelled')]);
    const { exams } = await cases.bring([labReport('corrected', 'cancelled', '2')]);
    expect(readWithdrawnResults(exams[0]?.record.custom_attributes ?? null).map(({ name }) => name)).toEqual([
      'Sodium',
    ]);
    await cases.vault.admin.exams.edit(id, (record) => ({
      ...record,
      custom_attributes: withWithdrawnResults(record.custom_attributes, []),
    }));
    const after = await cases.bring([labReport('corrected', 'cancelled', '2')]);
    expect(readWithdrawnResults(after.exams[0]?.record.custom_attributes ?? null)).toEqual([]);
  });

  test('what came in withdrawn, and a text nobody changed, need no mark', async () => {
    const id = (await cases.bring([labReport('entered-in-error')])).exams[0]?.document_id ?? '';
    await write(id, 'No potassium.');
    const { exams } = await cases.bring([labReport('entered-in-error', 'corrected')]);
    expect(readWithdrawnResults(exams[0]?.record.custom_attributes ?? null)).toEqual([]);
    await cases.clear();
    await cases.bring([labReport('final')]);
    const taken = await cases.bring([labReport('entered-in-error')]);
    expect(taken.exams[0]?.record.report_html).toContain('withdrawn (entered in error)');
    expect(taken.exams[0]?.record.custom_attributes).not.toHaveProperty('withdrawn_results');
  });

  test('a dry run says what would be marked and marks nothing', async () => {
    const id = (await cases.bring([labReport('final')])).exams[0]?.document_id ?? '';
    await write(id, 'Give calcium.');
    const { report, exams } = await cases.bring([labReport('ENTERED-IN-ERROR')], { looksOnly: true });
    expect(report.changes[0]?.fields).toContain('custom_attributes.withdrawn_results');
    expect(exams[0]?.record.custom_attributes).not.toHaveProperty('withdrawn_results');
  });
});
