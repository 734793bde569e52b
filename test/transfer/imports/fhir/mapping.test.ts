import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { sha256Hex } from '#cli/import/file-sources.ts';
import { isDiagnosticReport, isImagingStudy, isPatient, type Patient } from '#fhir/import/fhir-resources.ts';
import { mapDiagnosticReport } from '#fhir/import/mapping/map-diagnostic-report.ts';
import { mapImagingStudy } from '#fhir/import/mapping/map-imaging-study.ts';
import { mapPatient as mapPatientAt } from '#fhir/import/mapping/map-patient.ts';
import { logicalReferenceOf } from '#fhir/import/source/logical-reference.ts';
import { addressText, parseAddress } from '#fhir/import/source/resource-identity.ts';
import { FhirFileError, parseSourceFile, parseSourceLines } from '#fhir/import/source/source-file.ts';

const FIXTURES = join(import.meta.dirname, '..', '..', '..', 'fixtures');
const parse = (text: string, format: 'json' | 'ndjson' = 'json') =>
  format === 'json'
    ? parseSourceFile(text, { sha256Hex })
    : parseSourceLines(text.split('\n'), 1, { sha256Hex });
const read = (...path: string[]) => parse(readFileSync(join(FIXTURES, ...path), 'utf8'));
const bundle = (name: string) => {
  const file = readdirSync(join(FIXTURES, 'fhir')).find((candidate) => candidate.startsWith(name));
  return read('fhir', file ?? '');
};
const NOW = Date.parse('2026-03-01T12:00:00Z');
const mapPatient = (resource: Patient) => mapPatientAt(resource, NOW);
const patient = (fields: Partial<Patient>): Patient => ({
  resourceType: 'Patient',
  id: 'p',
  name: [{ family: 'F' }],
  ...fields,
});

describe('mapPatient', () => {
  test('takes an extension that has no address for one it does not know', () => {
    const { unmapped } = mapPatient(patient({ extension: [{ valueString: 'x' }] }));
    expect(unmapped).toEqual(['Patient.extension[]']);
  });

  test('maps a Synthea patient whole', async () => {
    const [source] = (await bundle('Jos')).resources.filter(({ resource }) => isPatient(resource));
    if (source === undefined || !isPatient(source.resource)) throw new Error('no patient');
    const { record, unmapped } = mapPatient(source.resource);
    expect(record).toMatchObject({
      legal_name: 'José María Casares',
      external_id: '99135849-9d98-4ff4-9d2f-2c4bb5ea8e9d',
      birth_date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      biological_sex: 'male',
      race_identity: 'Black or African American',
      address: { country: 'US', city: expect.any(String) },
      phone: expect.any(String),
    });
    expect(record.identifiers).toHaveLength(5);
    expect(record.identifiers).toContainEqual({
      system: 'http://hl7.org/fhir/sid/us-ssn',
      type: 'SS',
      value: '999-20-9735',
    });
    expect(unmapped).toContain('Patient.extension[patient-birthPlace]');
  });

  test('takes the legal name from the official one and the display name from the usual one', () => {
    const name = [
      { use: 'nickname', given: ['Nick'], family: 'Name' },
      { use: 'official', given: ['Legal', 'Middle'], family: 'Name', suffix: ['MD'] },
    ];
    expect(mapPatient(patient({ name })).record).toMatchObject({
      legal_name: 'Legal Middle Name MD',
      display_name: 'Nick Name',
    });
  });

  test('prefers a current name to a former one, and one text to nothing', () => {
    const former = { use: 'old', family: 'Former' };
    expect(mapPatient(patient({ name: [former, { family: 'Current' }] })).record.legal_name).toBe('Current');
    expect(mapPatient(patient({ name: [{ text: 'As written' }] })).record.legal_name).toBe('As written');
    expect(() => mapPatient(patient({ name: [] }))).toThrow('no name');
  });

  test('takes a name as it is written whole before its parts', () => {
    const name = [{ use: 'official', text: 'García Márquez, Gabriel', given: ['Gabriel'], family: 'García' }];
    expect(mapPatient(patient({ name })).record.legal_name).toBe('García Márquez, Gabriel');
  });

  test('keeps every identifier, with its type by code or by text', () => {
    const identifier = [
      { system: 'urn:a', value: '1', type: { coding: [{ code: 'XX' }, { code: 'MR' }] } },
      { system: 'urn:b', value: '2', type: { text: 'Locker' } },
      { value: '3' },
    ];
    expect(mapPatient(patient({ identifier })).record.identifiers).toEqual([
      { system: 'urn:a', type: 'MR', value: '1' },
      { system: 'urn:b', type: 'Locker', value: '2' },
      { system: null, type: null, value: '3' },
    ]);
  });

  test('keeps a partial birth date beside the record instead of inventing a day', () => {
    const { record } = mapPatient(patient({ birthDate: '1980-05' }));
    expect(record.birth_date).toBeNull();
    expect(record.custom_attributes).toEqual({ fhir: { birth_date: '1980-05' } });
  });

  test('reads us-core sex and gender identity, and falls back to the administrative gender', () => {
    const base = 'http://hl7.org/fhir/us/core/StructureDefinition/';
    const extension = [
      { url: `${base}us-core-birthsex`, valueCode: 'F' },
      { url: `${base}us-core-genderIdentity`, valueCodeableConcept: { text: 'Non-binary' } },
    ];
    expect(mapPatient(patient({ extension })).record).toMatchObject({
      biological_sex: 'female',
      gender_identity: 'Non-binary',
    });
    expect(mapPatient(patient({ gender: 'female' })).record.biological_sex).toBe('female');
  });
});

describe('mapImagingStudy', () => {
  test('takes modality, date and a readable title', async () => {
    const source = (await bundle('Chet')).resources.find(({ resource }) => isImagingStudy(resource));
    if (source === undefined || !isImagingStudy(source.resource)) throw new Error('no study');
    expect(mapImagingStudy(source.resource)).toMatchObject({
      record: { title: 'Digital Radiography, Ankle', modality: 'DX', exam_date: '1954-11-04T10:10:39+00:00' },
      reportHtml: null,
      subject: { reference: 'urn:uuid:9e2f7a3b-94df-4b3d-bee2-360881649fa5' },
    });
  });
});

describe('accession numbers', () => {
  const ACSN = { coding: [{ system: 'http://terminology.hl7.org/CodeSystem/v2-0203', code: 'ACSN' }] };
  const identifier = [
    { system: 'urn:dicom:uid', value: 'urn:oid:1.2.3' },
    { type: ACSN, value: ' RAD-0042 ' },
    { type: ACSN, value: 'RAD-0043' },
  ];

  test('of a study: the first identifier of type ACSN, every other is kept beside it', () => {
    const mapped = mapImagingStudy({ resourceType: 'ImagingStudy', id: 's', identifier });
    expect(mapped.record.custom_attributes['accession_number']).toBe('RAD-0042');
    expect(mapped.unmapped).toEqual([]);
    expect(mapped.record.custom_attributes['fhir']).toMatchObject({
      identifiers: [{ value: 'urn:oid:1.2.3' }, { type: 'ACSN', value: 'RAD-0043' }],
    });
  });

  test('of a report: likewise; what cannot be one is left out', async () => {
    const map = async (list: typeof identifier) => {
      const resource = { resourceType: 'DiagnosticReport', id: 'r', status: 'final', identifier: list };
      return mapDiagnosticReport(resource, await parse(JSON.stringify(resource)));
    };
    expect((await map(identifier)).record.custom_attributes['accession_number']).toBe('RAD-0042');
    const tooLong = await map([{ type: ACSN, value: 'x'.repeat(65) }]);
    expect(tooLong.record.custom_attributes).not.toHaveProperty('accession_number');
    expect(tooLong.record.custom_attributes['fhir']).toMatchObject({ identifiers: [{ type: 'ACSN' }] });
  });
});

describe('mapDiagnosticReport', () => {
  test('makes a laboratory panel a table of names, values and units', async () => {
    const file = await bundle('Clemente');
    const source = file.resources.find(({ resource }) => isDiagnosticReport(resource));
    if (source === undefined || !isDiagnosticReport(source.resource)) throw new Error('no report');
    const mapped = mapDiagnosticReport(source.resource, file);
    expect(mapped.record).toMatchObject({
      modality: 'LAB',
      custom_attributes: { report: { status: 'final' } },
    });
    expect(mapped.reportHtml).toMatch(/^<table><thead><tr><th>Name<\/th><th>Value<\/th><th>Unit<\/th>/);
    expect(mapped.reportHtml).toContain('<td>Hemoglobin [Mass/volume] in Blood</td>');
    expect(mapped.reportHtml).toMatch(/<td>[\d.]+<\/td><td>g\/dL<\/td>/);
    expect(mapped.absorbed).toHaveLength(11);
  });

  test('reads the whole report of base64 XHTML', async () => {
    const file = await read('fhir-us-core', 'DiagnosticReport-chest-xray-report.json');
    const [source] = file.resources;
    if (source === undefined || !isDiagnosticReport(source.resource)) throw new Error('no report');
    const mapped = mapDiagnosticReport(source.resource, file);
    expect(mapped.record.title).toBe('Portable XR Chest Views');
    expect(mapped.reportHtml).toContain('<p>IMPRESSION:</p>');
    expect(mapped.reportHtml).not.toContain('<title>');
    expect(mapped.unmapped).toContain('DiagnosticReport.media');
  });

  const plain = async (fields: object) => {
    const resource = { resourceType: 'DiagnosticReport', id: 'r', status: 'final', ...fields };
    return mapDiagnosticReport(resource, await parse(JSON.stringify(resource)));
  };
  const base64 = (text: string) => Buffer.from(text).toString('base64');

  test('prefers presentedForm to conclusion to narrative', async () => {
    const presentedForm = [{ contentType: 'text/plain; charset=utf-8', data: base64('Form <b>\n\nTwo') }];
    const text = { div: '<div>Narrative</div>' };
    expect((await plain({ presentedForm, text })).reportHtml).toBe('<p>Form &lt;b&gt;</p><p>Two</p>');
    expect((await plain({ conclusion: 'Said', text })).reportHtml).toBe('<p>Said</p>');
    expect((await plain({ text })).reportHtml).toBe('<div>Narrative</div>');
    expect((await plain({ status: 'registered' })).reportHtml).toBeNull();
    const missing = await plain({ status: 'final' });
    expect(missing.reportHtml).toContain('Text missing');
    expect(missing.record.custom_attributes['report']).toEqual({ status: 'partial' });
  });

  test('loses no conclusion that the presented form does not say', async () => {
    const presentedForm = [
      { contentType: 'text/html', data: base64('<html><body><p>Form</p></body></html>') },
    ];
    expect((await plain({ presentedForm, conclusion: 'Extra' })).reportHtml).toBe(
      '<p>Form</p><h2>Conclusion</h2><p>Extra</p>',
    );
    expect((await plain({ presentedForm, conclusion: 'Form' })).reportHtml).toBe('<p>Form</p>');
  });

  test('makes every other form a file, each under a name of its own; names one that is elsewhere', async () => {
    const pdf = { contentType: 'application/pdf', title: 'CT/Thorax.pdf', data: base64('%PDF') };
    const presentedForm = [
      pdf,
      pdf,
      { contentType: 'image/png', data: base64('PNG') },
      { contentType: 'application/pdf', url: 'https://elsewhere.example/report.pdf' },
    ];
    const mapped = await plain({ presentedForm, conclusion: 'C' });
    expect(mapped).toMatchObject({
      reportHtml: '<p>C</p>',
      unmapped: ['DiagnosticReport.presentedForm[application/pdf]'],
    });
    expect(mapped.files.map(({ name, mime_type }) => [name, mime_type])).toEqual([
      ['CT Thorax.pdf', 'application/pdf'],
      ['CT Thorax (2).pdf', 'application/pdf'],
      ['Report.png', 'image/png'],
    ]);
    expect(Buffer.from(mapped.files[0]?.bytes ?? []).toString()).toBe('%PDF');
  });

  test('finds the content of a form in a Binary of the file', async () => {
    const report = {
      resourceType: 'DiagnosticReport',
      id: 'r',
      presentedForm: [{ contentType: 'application/pdf', url: 'Binary/b' }],
    };
    const binary = { resourceType: 'Binary', id: 'b', contentType: 'application/pdf', data: base64('%PDF') };
    const file = await parse(`${JSON.stringify(report)}\n${JSON.stringify(binary)}`, 'ndjson');
    expect(mapDiagnosticReport(report, file)).toMatchObject({
      files: [{ name: 'Report.pdf' }],
      absorbed: ['Binary/b'],
      unmapped: [],
    });
  });

  test('keeps every kind of value, components too', async () => {
    const observation = (id: string, value: object) => ({
      resource: { resourceType: 'Observation', id, code: { text: id }, ...value },
    });
    const values = [
      observation('quantity', { valueQuantity: { comparator: '<', value: 0.5, unit: 'mg' } }),
      observation('concept', { valueCodeableConcept: { coding: [{ code: 'POS', display: 'Positive' }] } }),
      observation('boolean', { valueBoolean: false }),
      observation('absent', { dataAbsentReason: { text: 'not done' } }),
      observation('pressure', {
        component: [{ code: { text: 'systolic' }, valueQuantity: { value: 120, unit: 'mmHg' } }],
      }),
      // Several answers to one question, as this program exports them.
      observation('parts', {
        component: ['Fat', 'Calcium'].map((text) => ({
          code: { text: 'parts' },
          valueCodeableConcept: { coding: [{ code: `RDE43.${text}` }], text },
        })),
      }),
    ];
    const report = {
      resourceType: 'DiagnosticReport',
      id: 'r',
      result: [
        ...values.map(({ resource }) => ({ reference: `Observation/${resource.id}` })),
        { reference: 'Observation/gone' },
      ],
    };
    const file = await parse(
      JSON.stringify({ resourceType: 'Bundle', entry: [{ resource: report }, ...values] }),
    );
    const mapped = mapDiagnosticReport(report, file);
    const cells = [...(mapped.reportHtml ?? '').matchAll(/<td>(.*?)<\/td>/g)].map(([, cell]) => cell);
    expect(cells).toEqual([
      ...['quantity', '&lt;0.5', 'mg', 'concept', 'Positive', '', 'boolean', 'false', ''],
      ...['absent', 'not done', '', 'pressure: systolic', '120', 'mmHg'],
      ...['parts', 'Fat', '', 'parts', 'Calcium', ''],
    ]);
    expect(mapped.unresolved).toEqual(['Observation/gone']);
  });
});

describe('parseSourceFile', () => {
  test.each([
    ['', 'not JSON'],
    ['{"resourceType":', 'not JSON'],
    ['[]', 'no resourceType'],
    ['{"id":"x"}', 'no resourceType'],
    ['{"resourceType":"Bundle","entry":{}}', 'not a list'],
  ])('refuses %j', async (text, message) => {
    await expect(parse(text)).rejects.toThrow(FhirFileError);
    await expect(parse(text)).rejects.toThrow(message);
  });

  test('resolves references by fullUrl and by type and id', async () => {
    const entry = [{ fullUrl: 'urn:uuid:1', resource: { resourceType: 'Patient', id: 'a' } }];
    const file = await parse(JSON.stringify({ resourceType: 'Bundle', entry }));
    expect(file.resolve('urn:uuid:1')?.source_id).toBe('Patient/a');
    expect(file.resolve('Patient/a')?.source_id).toBe('Patient/a');
    expect(file.resolve('Patient/b')).toBeUndefined();
  });

  test('reads a bundle within a bundle, as the answer to a batch holds them', async () => {
    const inner = { resourceType: 'Bundle', entry: [{ resource: { resourceType: 'Patient', id: 'p' } }, {}] };
    const file = await parse(JSON.stringify({ resourceType: 'Bundle', entry: [{ resource: inner }] }));
    expect(file.resources.map(({ source_id }) => source_id)).toEqual(['Patient/p']);
    expect(file.skipped).toMatchObject([{ place: 'entry 1, entry 2', isBroken: true }]);
  });

  test('gives a resource out again with its numbers as they stood', async () => {
    const text = '{"resourceType":"Observation","id":"o","valueQuantity":{"value":1.00},"n":[2.50,3]}';
    const exact = await parseSourceFile(`{"resourceType":"Bundle","entry":[{"resource":${text}}]}`, {
      sha256Hex,
      exact: true,
    });
    const [source] = exact.resources;
    expect(source && exact.textOf(source.resource)).toBe(text);
  });

  test('a resource without id is found by its fullUrl', async () => {
    const entry = [{ fullUrl: 'urn:uuid:0c3e', resource: { resourceType: 'Patient' } }];
    const file = await parse(JSON.stringify({ resourceType: 'Bundle', entry }));
    expect(file.resources.map(({ source_id }) => source_id)).toEqual(['Patient/0c3e']);
  });
});

describe('the entries of a file', () => {
  const good = { resource: { resourceType: 'Patient', id: 'a' } };

  test('one that is broken or asks for a deletion is named, the others stay', async () => {
    const entry = [null, { fullUrl: 'x' }, { request: { method: 'DELETE', url: 'Patient/z' } }, good];
    const file = await parse(JSON.stringify({ resourceType: 'Bundle', entry }));
    expect(file.resources.map(({ source_id }) => source_id)).toEqual(['Patient/a']);
    expect(file.skipped.map(({ place, isBroken }) => [place, isBroken])).toEqual([
      ['entry 1', false],
      ['entry 2', true],
      ['entry 3', false],
    ]);
  });

  test('NDJSON is one resource per line; a broken line is named', async () => {
    const lines = [
      JSON.stringify(good.resource),
      '',
      '{"resourceType":',
      '{"resourceType":"Patient","id":"b"}',
    ];
    const file = await parse(lines.join('\r\n'), 'ndjson');
    expect(file.resources.map(({ source_id }) => source_id)).toEqual(['Patient/a', 'Patient/b']);
    expect(file.skipped).toEqual([{ place: 'line 3', message: 'This line is not JSON.', isBroken: true }]);
    await expect(parse('no\nno', 'ndjson')).rejects.toThrow(FhirFileError);
  });

  test('without an id, the content is the id', async () => {
    const one = (await parse('{"resourceType":"Patient","name":[{"family":"A"}]}')).resources[0];
    const same = (await parse('{"resourceType":"Patient","name":[{"family":"A"}]}')).resources[0];
    const other = (await parse('{"resourceType":"Patient","name":[{"family":"B"}]}')).resources[0];
    expect(one?.source_id).toMatch(/^Patient\/sha256-[0-9a-f]{40}$/);
    expect(same?.source_id).toBe(one?.source_id);
    expect(other?.source_id).not.toBe(one?.source_id);
  });

  test('contained resources are found from within their container only', async () => {
    const report = {
      resourceType: 'DiagnosticReport',
      id: 'r',
      contained: [{ resourceType: 'Patient', id: 'p' }],
    };
    const file = await parse(JSON.stringify(report));
    const container = file.resources[0]?.resource;
    expect(file.resolve('#p', container)?.source_id).toBe('Patient/r#p');
    expect(file.resolve('#p')).toBeUndefined();
  });
});

describe('logicalReferenceOf', () => {
  test.each([
    [{ identifier: { system: 'urn:mrn', value: '7' } }, { system: 'urn:mrn', value: '7' }],
    [{ reference: 'Patient?identifier=urn%3Amrn%7C7' }, { system: 'urn:mrn', value: '7' }],
    [{ reference: 'https://x.example/Patient?identifier=|7' }, { system: undefined, value: '7' }],
    [{ reference: 'Patient/7' }, undefined],
    [undefined, undefined],
  ])('of %j is %j', (reference, expected) => {
    expect(logicalReferenceOf(reference)).toEqual(expected);
  });
});

const sourceIdOf = (reference: string | undefined) => {
  const address = parseAddress(reference);
  return address && addressText(address);
};

describe('parseAddress', () => {
  test.each([
    ['Patient/example', 'Patient/example'],
    ['https://example.org/fhir/Patient/1/_history/2', 'https://example.org/fhir/Patient/1'],
    ['http://EXAMPLE.org:80/fhir/Patient/1', 'https://example.org/fhir/Patient/1'],
    ['urn:uuid:1', undefined],
    [undefined, undefined],
  ])('%s names %s', (reference, expected) => {
    expect(sourceIdOf(reference)).toBe(expected);
  });
});
