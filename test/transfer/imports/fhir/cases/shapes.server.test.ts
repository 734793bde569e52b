/** Tests real-world file formats: charsets, containers, FHIR versions, texts in other places. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type CaseVault, rowsOf, startCaseVault } from './case-vault.ts';

let cases: CaseVault;
beforeAll(async () => {
  cases = await startCaseVault();
});
afterEach(() => cases.clear());
afterAll(() => cases.vault.close());

const htmlOf = async (...files: string[]) => {
  const { exams, report } = await cases.bring(files);
  expect(report.failures).toEqual([]);
  return new Map(exams.map(({ record }) => [record.title, record.report_html ?? '']));
};

describe('where the text of a report is', () => {
  test('F06: in a Binary of another file, at a relative or an absolute address', async () => {
    const names = ['Binary', 'DiagnosticReport', 'Patient'];
    const html = await htmlOf(...names.map((name) => `F06-bulk-binary/${name}.ndjson`));
    expect(html.get('CT abdomen')).toContain('Liver lesion 23 mm, new.');
    expect(html.get('CT thorax')).toContain('Pulmonary embolism, segmental.');
    const { report, exams } = await cases.bring(names.map((name) => `F06-bulk-binary/${name}.ndjson`));
    expect(report.absorbed).toEqual({ Binary: 2 });
    expect(exams.map(({ patient }) => patient)).toEqual(['Dagny Lorentz', 'Dagny Lorentz']);
  });

  test('F06: without that file the report says that its text is missing, and is not final', async () => {
    const { exams, report } = await cases.bring(['F06-bulk-binary/DiagnosticReport.ndjson']);
    for (const { record } of exams) {
      expect(record.report_html).toContain('Text missing');
      expect(record.custom_attributes?.['report']).toEqual({ status: 'partial' });
    }
    const missing = report.notices.filter(({ message }) => message.startsWith('Text missing'));
    expect(missing.map(({ resource }) => resource)).toEqual([
      'DiagnosticReport/f06a',
      'DiagnosticReport/f06b',
    ]);
  });

  test('F06c: in a Binary that has no address of its own', async () => {
    const html = await htmlOf('F06c-bundle-absolute-binary-without-fullUrl.json');
    expect(html.get('CT neck')).toContain('Abscess 31 mm.');
  });

  test('F24: in the sections of the document', async () => {
    const html = await htmlOf('F24-document-composition.json');
    expect(html.get('CT liver')).toMatch(/<h2>Findings<\/h2><p>Mass in segment 4, 41 mm\.<\/p>/);
    expect(html.get('CT liver')).toMatch(/<h2>Impression<\/h2><p>Suspicious for HCC\.<\/p>/);
  });

  test('F25: a narrative with a table comes as it is', async () => {
    const html = (await htmlOf('F25-narrative-table-image-entities.json')).get('MR spine') ?? '';
    expect(html).toContain('L4/5');
    expect(html).toContain('14 mm');
    expect(html).toContain('שלום');
  });

  test('F29: the media type of the Binary counts where the form has none', async () => {
    const html = await htmlOf('F29-contentType-ASCII-Text.json');
    expect(html.get('US abdomen')).toContain('Gallstones, wall 3 mm.');
  });
});

describe('bytes', () => {
  test('F17: letters are read by the charset a text says or has, and what was guessed is told', async () => {
    const { exams, report } = await cases.bring(['F17-latin1-presented-forms.json']);
    const html = new Map(exams.map(({ record }) => [record.title, record.report_html]));
    expect(html.get('MR 1')).toContain('Größe 12 mm, Läsion');
    expect(html.get('MR 2')).toContain('Größe 12 mm. Rückgang der Läsion.');
    expect(html.get('MR 3')).toContain('Größe 12 mm.');
    expect(report.notices).toMatchObject([
      { resource: 'DiagnosticReport/f17b', message: expect.stringContaining('windows-1252') },
    ]);
  });

  test('F18: an attachment in another base64 comes with a notice, and the report with it', async () => {
    const { exams, report } = await cases.bring(['F18-attachment-data-uri-and-url-safe.json']);
    const texts = exams.map(({ record }) => record.report_html).join();
    expect(texts).toContain('Aneurysm 5.8 cm.');
    expect(texts).toContain('Thrombosis of the femoral vein.');
    expect(report.files_attached).toBe(2);
    expect(report.notices.filter(({ message }) => message.includes('attachment'))).toHaveLength(2);
  });

  test('F15, F16, F16b, F23: gzip in members, UTF-16, marks between joined files, NDJSON called JSON', async () => {
    const { patients, report } = await cases.bring([
      'F15-gzip-two-members.ndjson.gz',
      'F16-utf16le-bom.json',
      'F16b-ndjson-bom-between-joined-files.ndjson',
      'F23-ndjson-called-json.json',
    ]);
    expect(report.failures).toEqual([]);
    expect(patients).toHaveLength(7);
    expect(patients.map(({ legal_name }) => legal_name)).toContain('Änne Cordes');
  });

  test('F23b: FHIR XML is named as such', async () => {
    const { report } = await cases.bring(['F23b-patient.xml']);
    expect(report.failures).toMatchObject([{ message: expect.stringMatching(/XML/) }]);
  });
});

describe('editions and shapes', () => {
  test('F11, F11b: null is the place of a missing value', async () => {
    const { patients, exams, report } = await cases.bring([
      'F11-null-in-address-line.json',
      'F11b-null-for-absent-fields.json',
    ]);
    expect(report.failures).toEqual([]);
    expect(JSON.stringify(patients)).toContain('Lindenhof 12');
    expect(patients).toHaveLength(2);
    expect(exams).toHaveLength(1);
  });

  test('F12: studies of R5, one contained person', async () => {
    const { patients, exams } = await cases.bring(['F12-r5-imagingstudies-contained-patient.json']);
    expect(patients).toHaveLength(1);
    expect(exams.map(({ record }) => record.modality).toSorted()).toEqual(['CT', 'CT', 'MR']);
    expect(exams.map(({ record }) => record.title)).toContain('Magnetic Resonance, Brain');
    expect(new Set(exams.map(({ patient }) => patient))).toEqual(new Set(['Hedda Zielinska']));
  });

  test('F22: accession number and UID of STU3', async () => {
    const { exams, report } = await cases.bring(['F22-stu3-accession.json']);
    expect(exams[0]?.record).toMatchObject({
      modality: 'CT',
      custom_attributes: {
        accession_number: 'ACC-22',
        fhir: { identifiers: [{ system: 'urn:dicom:uid', value: 'urn:oid:2.999.22' }] },
      },
    });
    expect(report.unmapped_fields).toEqual({ 'ImagingStudy.availability': 1 });
  });

  test('F26: reports that hold their patient are of one person', async () => {
    const { patients, exams } = await cases.bring(['F26-reports-contained-patient.ndjson']);
    expect(patients).toHaveLength(1);
    expect(exams.map(({ patient }) => patient)).toEqual(['Zita Vahl', 'Zita Vahl', 'Zita Vahl']);
  });

  test('F27: answers without a resource are left aside', async () => {
    const { patients, report } = await cases.bring(['F27-transaction-response.json']);
    expect(patients).toHaveLength(1);
    expect(report.failures).toEqual([]);
    expect(report.skipped).toHaveLength(2);
  });
});

describe('what counts', () => {
  test('F02: of several names, numbers and addresses what has not ended', async () => {
    const { patients } = await cases.bring(['F02-official-name-with-ended-period.json']);
    expect(patients[0]).toMatchObject({
      legal_name: 'Oriel Neuhaus',
      phone: '+49 000 2222',
      address: { lines: ['Neuweg 2'], city: 'Neustadt' },
    });
  });

  test('F09, F28: a partial date stays one; the day of issue is no exam date', async () => {
    const { exams } = await cases.bring([
      'F09-partial-effective-date.json',
      'F28-effectivePeriod-end-only-and-conclusionCode.json',
    ]);
    const of = (title: string) => exams.find(({ record }) => record.title?.startsWith(title))?.record;
    expect(of('CT liver')).toMatchObject({
      exam_date: null,
      custom_attributes: { fhir: { exam_date: '2016-05' } },
    });
    expect(of('PET-CT')?.exam_date).toBe('2025-12-01T12:00:00.000Z');
  });

  test('F13: a resource with an unknown modifier is refused by name', async () => {
    const { exams, report } = await cases.bring(['F13-unknown-modifierExtension.json']);
    expect(exams).toEqual([]);
    expect(report.failures).toMatchObject([
      {
        resource: 'DiagnosticReport/f13',
        message: expect.stringContaining('report-is-training-material'),
      },
    ]);
  });

  test('F19: a patient without a name is known by the number', async () => {
    const { patients, exams, report } = await cases.bring(['F19-patient-without-name.json']);
    expect(patients[0]?.legal_name).toBe('Unknown, TRAUMA-0419');
    expect(exams[0]?.patient).toBe('Unknown, TRAUMA-0419');
    expect(report.notices).toMatchObject([{ message: expect.stringContaining('no name') }]);
  });

  test('F20: a withdrawn report says so', async () => {
    const { exams, report } = await cases.bring(['F20-report-entered-in-error.json']);
    expect(exams.map(({ record }) => record.custom_attributes?.['report'])).toEqual(
      expect.arrayContaining([{ status: 'entered-in-error' }, { status: 'cancelled' }]),
    );
    expect(report.notices.map(({ message }) => message)).toContain(
      'Its source says of this report: entered-in-error.',
    );
    expect(exams.flatMap((exam) => rowsOf(exam))).toEqual([]);
  });
});
