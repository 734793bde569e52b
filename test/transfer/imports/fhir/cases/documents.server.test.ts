/** Tests Compositions: their text becomes the report they belong to, or a separate one. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type CaseVault, jsonSource, rowsOf, startCaseVault } from './case-vault.ts';

let cases: CaseVault;
beforeAll(async () => {
  cases = await startCaseVault();
});
afterEach(() => cases.clear());
afterAll(() => cases.vault.close());

const patient = {
  ...{ resourceType: 'Patient', id: 'p', birthDate: '1950-05-05', name: [{ text: 'Ada One' }] },
  identifier: [{ system: 'urn:mrn', value: 'ONE' }],
};
const letter = {
  ...{ resourceType: 'Composition', id: 'c', status: 'final', title: 'Letter', date: '2026-02-02' },
  type: { coding: [{ system: 'http://loinc.org', code: '11488-4', display: 'Consultation note' }] },
  subject: { reference: 'Patient/p' },
  author: [{ display: 'Dr. Moor' }],
  event: [{ period: { start: '2026-01-30' } }],
  section: [{ title: 'Findings', text: { status: 'generated', div: '<div><p>Mass, 41 mm.</p></div>' } }],
};
const bundle = (name: string, type: string, ...resources: object[]) =>
  jsonSource(name, { resourceType: 'Bundle', type, entry: resources.map((resource) => ({ resource })) });

describe('a Composition that no report stands for', () => {
  test('comes in as a report with its sections', async () => {
    const { exams, report } = await cases.bring([bundle('a.json', 'document', letter, patient)]);
    expect(report.imported['Composition']).toEqual({ created: 1 });
    expect(report.not_imported).toEqual({});
    const [exam] = exams;
    expect(exam?.patient).toBe('Ada One');
    expect(exam?.record.title).toBe('Letter');
    expect(exam?.record.exam_date).toBe('2026-01-30T00:00:00.000Z');
    expect(exam?.record.report_html).toContain('Mass, 41 mm.');
    expect(exam?.record.custom_attributes?.['report']).toMatchObject({ status: 'final' });
    const again = await cases.bring([bundle('a.json', 'document', letter, patient)]);
    expect(again.report.imported['Composition']).toEqual({ unchanged: 1 });
  });

  test('has the results of a section without a text as a table', async () => {
    const section = [
      { title: 'Laboratory', entry: [{ reference: 'Observation/o' }, { reference: 'Patient/p' }] },
    ];
    const observation = {
      ...{ resourceType: 'Observation', id: 'o', status: 'final', code: { text: 'Potassium' } },
      valueQuantity: { value: 7.5, unit: 'mmol/L' },
    };
    const { exams, report } = await cases.bring([
      bundle('a.json', 'document', { ...letter, section }, patient, observation),
    ]);
    expect(rowsOf(exams[0])).toContainEqual(['Potassium', '7.5', 'mmol/L']);
    expect(report.absorbed).toEqual({ Observation: 1 });
  });

  test('without any text says so, and is not final', async () => {
    const { exams, report } = await cases.bring([
      bundle('a.json', 'document', { ...letter, section: [] }, patient),
    ]);
    expect(exams[0]?.record.report_html).toContain('Text missing');
    expect(exams[0]?.record.custom_attributes?.['report']).toMatchObject({ status: 'partial' });
    expect(report.notices.map(({ message }) => message).join()).toContain('Text missing');
  });

  test('that was withdrawn says so', async () => {
    const withdrawn = { ...letter, status: 'entered-in-error' };
    const { exams, report } = await cases.bring([bundle('a.json', 'document', withdrawn, patient)]);
    expect(exams[0]?.record.custom_attributes?.['report']).toMatchObject({ status: 'entered-in-error' });
    expect(report.notices.map(({ message }) => message).join()).toContain('entered-in-error');
  });
});

test('a document in another file is the text of the report it names, in either order', async () => {
  const report = {
    ...{ resourceType: 'DiagnosticReport', id: 'r', status: 'final', code: { text: 'CT liver' } },
    subject: { reference: 'Patient/p' },
  };
  const named = { ...letter, section: [...letter.section, { entry: [{ reference: 'DiagnosticReport/r' }] }] };
  const files = [jsonSource('c.json', named), jsonSource('r.json', report), jsonSource('p.json', patient)];
  for (const order of [files, files.toReversed()]) {
    const { exams, report: told } = await cases.bring(order);
    expect(exams.map(({ record }) => record.title)).toEqual(['CT liver']);
    expect(exams[0]?.record.report_html).toContain('Mass, 41 mm.');
    expect(told.absorbed).toEqual({ Composition: 1 });
    await cases.clear();
  }
});

describe('implicitRules that are not known', () => {
  const rules = { implicitRules: 'http://rules.invalid/reversed' };

  test('refuse the resource by name, and no other', async () => {
    const report = (id: string, more: object) => ({
      ...{ resourceType: 'DiagnosticReport', id, status: 'final', code: { text: id }, conclusion: 'Normal.' },
      ...{ subject: { reference: 'Patient/p' }, ...more },
    });
    const { exams, report: told } = await cases.bring([
      bundle('a.json', 'collection', patient, report('a', rules), report('b', {}), { ...letter, ...rules }),
    ]);
    expect(exams.map(({ record }) => record.title)).toEqual(['b']);
    expect(told.failures.map(({ resource }) => resource).toSorted()).toEqual([
      'Composition/c',
      'DiagnosticReport/a',
    ]);
    for (const { message } of told.failures) expect(message).toContain('rules http://rules.invalid/reversed');
  });

  test('leave a value out, by name', async () => {
    const observation = {
      ...{ resourceType: 'Observation', id: 'o', status: 'final', code: { text: 'Potassium' } },
      ...{ valueString: '7.5', ...rules },
    };
    const report = {
      ...{ resourceType: 'DiagnosticReport', id: 'r', status: 'final', code: { text: 'Lab' } },
      ...{
        subject: { reference: 'Patient/p' },
        conclusion: 'See table.',
        result: [{ reference: 'Observation/o' }],
      },
    };
    const { exams, report: told } = await cases.bring([
      bundle('a.json', 'collection', patient, report, observation),
    ]);
    expect(exams[0]?.record.report_html).not.toContain('7.5');
    expect(told.notices).toMatchObject([
      { message: expect.stringMatching(/^Observation\/o is left out.*rules/) },
    ]);
  });

  test('of a bundle refuse the file', async () => {
    const { report: told, exams } = await cases.bring([
      jsonSource('a.json', {
        resourceType: 'Bundle',
        type: 'collection',
        ...rules,
        entry: [{ resource: patient }],
      }),
    ]);
    expect(exams).toEqual([]);
    expect(told.failures).toMatchObject([
      { message: expect.stringContaining('http://rules.invalid/reversed') },
    ]);
  });
});

describe('a text that lies in a DocumentReference about the report', () => {
  const encoded = (text: string) => Buffer.from(text).toString('base64');
  const report = {
    ...{ resourceType: 'DiagnosticReport', id: 'r', status: 'final', code: { text: 'CT' } },
  };
  const document = (more: object) => ({
    ...{ resourceType: 'DocumentReference', id: 'd', status: 'current' },
    context: { related: [{ reference: 'DiagnosticReport/r' }] },
    content: [{ attachment: { contentType: 'text/plain', data: encoded('No embolism.') } }],
    ...more,
  });
  const bring = (...resources: object[]) =>
    cases.bring(resources.map((resource, at) => jsonSource(`${at}.json`, resource)));

  test('is the report, in whatever file it stands', async () => {
    const { exams, report: told } = await bring(report, document({}));
    expect(exams[0]?.record).toMatchObject({
      ...{ report_html: '<p>No embolism.</p>', custom_attributes: { report: { status: 'final' } } },
    });
    expect([told.notices, told.files_attached]).toEqual([[], 0]);
  });

  test.each([{ status: 'superseded' }, { status: 'entered-in-error' }, { docStatus: 'entered-in-error' }])(
    'is none where the document no longer holds: %j',
    async (more) => {
      const { exams } = await bring(report, document(more));
      expect(exams[0]?.record.report_html).toContain('Text missing');
      expect(exams[0]?.record.custom_attributes).toMatchObject({ report: { status: 'partial' } });
    },
  );
});
