/** Tests real-world results with less or more than name, value and unit. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type CaseVault, jsonSource, rowsOf, startCaseVault } from './case-vault.ts';

let cases: CaseVault;
beforeAll(async () => {
  cases = await startCaseVault();
});
afterEach(() => cases.clear());
afterAll(() => cases.vault.close());

const one = async (file: string) => {
  const { exams, report } = await cases.bring([file]);
  expect(report.failures).toEqual([]);
  const exam = exams.find(({ record }) => record.report_html !== null);
  return { exam, rows: rowsOf(exam), report };
};

describe('results of a report', () => {
  test('F01: a withdrawn or cancelled value is no result, and says so', async () => {
    const { exam, rows, report } = await one('F01-observation-entered-in-error-and-cancelled.json');
    expect(rows).toContainEqual(['Potassium (repeat)', '4.1', 'mmol/L', '']);
    expect(rows).toContainEqual(['Potassium', '', '', 'withdrawn (entered in error)']);
    expect(rows).toContainEqual(['Troponin T', '', '', 'cancelled']);
    expect(exam?.record.report_html).not.toMatch(/7\.9|412/);
    expect(report.notices.map(({ message }) => message)).toEqual([
      'Observation/k-wrong has the status entered-in-error: its value is left out.',
      'Observation/tn has the status cancelled: its value is left out.',
    ]);
  });

  test('F03: a panel is its members', async () => {
    const { rows, report } = await one('F03-panel-hasMember.json');
    expect(rows.slice(1)).toEqual([
      ['Sodium', '118', 'mmol/L'],
      ['Chloride', '84', 'mmol/L'],
    ]);
    expect(report).toMatchObject({ absorbed: { Observation: 3 }, not_imported: {} });
  });

  test('F04: narrative sent as values is text, line by line', async () => {
    const { exam, rows } = await one('F04-radiology-narrative-as-observations.json');
    expect(rows).toEqual([]);
    expect(exam?.record.report_html).toContain('<p>TECHNIQUE: PA and lateral.</p>');
    expect(exam?.record.report_html).toContain(
      '<p>FINDINGS:<br>1. Left pleural effusion, small.<br>2. No pneumothorax.</p>',
    );
    expect(exam?.record.report_html).toContain('<h2>Impression</h2>');
  });

  test('F05: a reference with a version names the same resource', async () => {
    const { exam, rows, report } = await one('F05-versioned-references.json');
    expect(rows.at(-1)).toEqual(['Haemoglobin', '6.4', 'g/dL']);
    expect(exam?.record).toMatchObject({ modality: 'MR' });
    expect(exam?.patient).toContain('Jessen');
    expect(report.unresolved_references).toEqual({});
  });

  test('F10: numbers keep their precision', async () => {
    const { rows } = await one('F10-decimal-precision.json');
    expect(rows.slice(1).map(([, value]) => value)).toEqual([
      ...['1.0', '0.70', '7.0', '1.2E+2', '0.0000001', '12345678901234567890'],
    ]);
  });

  test('F21: reference range, interpretation and note stand beside the value', async () => {
    const { rows } = await one('F21-interpretation-reference-range-note.json');
    expect(rows).toEqual([
      ['Name', 'Value', 'Unit', 'Reference range', 'Interpretation', 'Note'],
      ['Glucose', '2.1', 'mmol/L', '3.9–5.5 mmol/L', 'Critical low', 'Telephoned to the ward.'],
    ]);
  });

  test('a preliminary value is said to be one, a value with an unknown modifier is left out by name', async () => {
    const observation = (id: string, more: object) => ({
      resource: {
        ...{ resourceType: 'Observation', id, code: { text: id }, valueString: 'seen' },
        ...more,
      },
    });
    const entry = [
      observation('early', { status: 'preliminary' }),
      observation('odd', {
        status: 'final',
        component: [{ modifierExtension: [{ url: 'http://x.invalid/StructureDefinition/negated' }] }],
      }),
      {
        resource: {
          ...{ resourceType: 'DiagnosticReport', id: 'r', status: 'preliminary', code: { text: 'R' } },
          result: ['early', 'odd'].map((id) => ({ reference: `Observation/${id}` })),
        },
      },
    ];
    const { exams, report } = await cases.bring([
      jsonSource('a.json', { resourceType: 'Bundle', type: 'collection', entry }),
    ]);
    expect(rowsOf(exams[0]).slice(1)).toEqual([['early', 'seen', '', 'preliminary']]);
    expect(report.notices).toMatchObject([{ message: expect.stringContaining('(negated)') }]);
    expect(report.not_imported).toEqual({ Observation: 1 });
  });
});
