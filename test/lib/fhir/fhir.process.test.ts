/**
 * Validates FHIR exports against HL7's schema. Tests the round trip: export, import into an empty vault and export
 * again give the same resources.
 */
import { mkdtemp, readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FhirBundle, FhirBundleResource } from '#contract/exchange/routes.ts';
import { reportFromHtml } from '#sdk/report.ts';
import { documentOf, srvault } from '#test/cli/run-srvault.ts';
import { type LiveVault, startLiveVault } from '#test/support/live-vault.ts';
import { fhirSchema } from './fhir-schema.ts';

const FIXTURES = join(import.meta.dirname, '..', '..', 'fixtures');
const REPORT =
  '<h2>Findings</h2><p>Nodule.</p><p>Size <span data-field="size" data-field-label="Nodule size" ' +
  'data-field-kind="number" data-field-unit="mm" data-field-code="RDE41" data-field-filled="true">11,5</span> mm</p>' +
  '<ul><li>Side <span data-field="side" data-field-label="Side" data-field-kind="select" ' +
  'data-field-options="[&quot;Left&quot;,&quot;Right&quot;]" data-field-option-codes="{&quot;Right&quot;:&quot;RDE42.1&quot;}" ' +
  'data-field-code="RDE42" data-field-filled="true">Right</span></li><li>Parts <span data-field="parts" data-field-label="Parts" ' +
  'data-field-kind="multi" data-field-options="[&quot;Fat&quot;,&quot;Calcium&quot;]" ' +
  'data-field-option-codes="{&quot;Fat&quot;:&quot;http://snomed.info/sct|256674009&quot;,&quot;Calcium&quot;:&quot;RDE43.1&quot;}" ' +
  'data-field-code="RDE43" data-field-filled="true">Fat, Calcium, air</span></li></ul>' +
  '<p><span data-field="why" data-field-label="Reason" data-field-kind="text" data-field-code="18785-6" ' +
  'data-field-filled="true">cough</span>, <span data-field="open" data-field-label="Open" data-field-kind="text" ' +
  'data-field-code="RID28662">___</span>, <span data-field="bare" data-field-label="Bare" data-field-kind="text" ' +
  'data-field-filled="true">no code</span></p>' +
  '<table><tbody><tr><th>Lesion</th><th>Today, mm</th></tr><tr><td>1 Nodule</td><td>11</td></tr>' +
  '<tr><td>2 Node</td><td>not seen</td></tr></tbody></table>' +
  '<h2>Impression</h2><ol><li>Partial <strong>response</strong>.</li><li>No new lesion.</li></ol>';

let first: LiveVault;
let second: LiveVault;
let examId: string;
let patientId: string;

const run = (vault: LiveVault, ...args: string[]) =>
  srvault([...args, '--profile', vault.profile, '--url', vault.url, '--group', vault.group, '--json']);
const at = (name: string) => join(first.root, name);

beforeAll(async () => {
  [first, second] = await Promise.all([startLiveVault(), startLiveVault()]);
  const { admin, group } = first;
  const patient = await admin.patients.create({
    security_group_id: group,
    tags: ['trial arm B'],
    record: {
      legal_name: 'Ada Müller',
      display_name: 'Ada',
      birth_date: '1980-02-03',
      biological_sex: 'female',
      gender_identity: 'woman',
      identifiers: [
        { system: 'urn:mrn', type: 'MR', value: 'A-17' },
        { type: 'Hospital', value: '9' },
      ],
      address: { lines: ['1 Road'], city: 'Ulm', postal_code: '89073', country: 'DE' },
      phone: '+49 1',
      internal_notes: 'quiet room',
      custom_attributes: { study: { arm: 'B' } },
    },
  });
  patientId = patient.index.document_id;
  const exam = await admin.exams.create({
    security_group_id: group,
    patient_id: patientId,
    tags: ['teaching'],
    record: {
      title: 'CT chest',
      modality: 'CT',
      exam_date: '2026-03-02T09:40:00Z',
      custom_attributes: {
        accession_number: 'A-20931',
        report: { status: 'final', signed_by: 'Founder', signed_at: '2026-03-02T10:00:00.000Z' },
      },
      ...(await reportFromHtml(REPORT)),
    },
  });
  examId = exam.index.document_id;
  await admin.exams.sign(examId, { version_id: exam.version_id ?? '', intent: 'final' });
  await admin.drive(group).upload(new File(['Hello'], 'note.txt'), { exam_id: examId });
  await admin.exams.create({ security_group_id: group, record: { title: 'US', modality: 'US' } });
  await admin.exams.create({ security_group_id: group, record: { title: 'Letter' } });
  const imported = await run(first, 'import', 'fhir', join(FIXTURES, 'fhir'), join(FIXTURES, 'fhir-us-core'));
  expect(imported.exitCode, imported.stderr).toBe(0);
});
afterAll(() => Promise.all([first.close(), second.close()]));

function complaint(resource: unknown): string | undefined {
  const errors = fhirSchema(resource);
  return errors.length === 0 ? undefined : JSON.stringify(errors).slice(0, 600);
}

/** Returns resources by address without parts that belong to their vault: signatures and drive files. */
function comparable(bundle: FhirBundle): Map<string, FhirBundleResource> {
  return new Map(
    bundle.entry
      .map(({ resource }) => resource)
      .filter(({ resourceType }) => !['Provenance', 'DocumentReference'].includes(resourceType))
      .map((resource) => [`${resource.resourceType}/${resource.id}`, resource]),
  );
}

async function exported(vault: LiveVault, name: string, ...more: string[]): Promise<FhirBundle> {
  const result = await run(vault, 'export', 'fhir', '--no-pdf', '--out', at(name), ...more);
  expect(result.exitCode, result.stderr).toBe(0);
  return JSON.parse(await readFile(at(name), 'utf8'));
}

describe('an exam as FHIR', () => {
  test('holds its patient, report, study, observations, files and signature, each valid by the schema of R4', async () => {
    const bundle = await first.admin.exchange.fhirExam(examId);
    expect(complaint(bundle)).toBeUndefined();
    const types = bundle.entry.map(({ resource }) => resource.resourceType).toSorted();
    expect(types).toEqual([
      ...['DiagnosticReport', 'DocumentReference', 'ImagingStudy'],
      ...Array.from({ length: 6 }, () => 'Observation'),
      ...['Patient', 'Provenance'],
    ]);
    const of = (type: string) =>
      bundle.entry.find(({ resource }) => resource.resourceType === type)?.resource;
    expect(of('DiagnosticReport')).toMatchObject({
      id: examId,
      status: 'final',
      conclusion: expect.stringContaining('No new lesion.'),
      subject: { reference: `Patient/${patientId}` },
      imagingStudy: [{ reference: `ImagingStudy/${examId}` }],
      identifier: [{ value: 'A-20931' }],
      effectiveDateTime: '2026-03-02T09:40:00.000Z',
    });
    const forms = of('DiagnosticReport')?.['presentedForm'];
    expect(forms).toMatchObject([
      { contentType: 'text/html; charset=utf-8' },
      { contentType: 'application/pdf', data: expect.stringMatching(/^JVBERi0xLj/) },
      // An optional field is open: the readers' form leaves it out, a vault reads the stored form.
      { contentType: 'application/vnd.srvault.report+html' },
      { contentType: 'application/vnd.lexical+json' },
    ]);
    const observations = bundle.entry.filter(({ resource }) => resource.resourceType === 'Observation');
    const coded = observations
      .slice(2)
      .map(({ resource: { code, valueQuantity, valueCodeableConcept, valueString, component } }) => ({
        code,
        value: valueQuantity ?? valueCodeableConcept ?? valueString ?? component,
      }));
    const parts = { coding: [{ system: 'https://radelement.org', code: 'RDE43' }], text: 'Parts' };
    expect(coded).toEqual([
      {
        code: { coding: [{ system: 'https://radelement.org', code: 'RDE41' }], text: 'Nodule size' },
        value: { value: 11.5, unit: 'mm' },
      },
      {
        code: { coding: [{ system: 'https://radelement.org', code: 'RDE42' }], text: 'Side' },
        value: { coding: [{ system: 'https://radelement.org', code: 'RDE42.1' }], text: 'Right' },
      },
      {
        code: parts,
        value: [
          {
            coding: [{ system: 'http://snomed.info/sct', code: '256674009' }],
            text: 'Fat',
          },
          { coding: [{ system: 'https://radelement.org', code: 'RDE43.1' }], text: 'Calcium' },
          { text: 'air' },
        ].map((valueCodeableConcept) => ({ code: parts, valueCodeableConcept })),
      },
      {
        code: { coding: [{ system: 'http://loinc.org', code: '18785-6' }], text: 'Reason' },
        value: 'cough',
      },
    ]);
    expect(
      observations.slice(0, 2).map(({ resource }) => [resource['valueQuantity'], resource['valueString']]),
    ).toEqual([
      [{ value: 11 }, undefined],
      [undefined, 'not seen'],
    ]);
    expect(of('Patient')).toMatchObject({
      gender: 'female',
      birthDate: '1980-02-03',
      name: [{ text: 'Ada Müller' }, {}],
    });
  });

  test('is refused to whoever may not read it, and unknown ids are not found', async () => {
    const unknown = '01900000-0000-7000-8000-000000000000';
    await expect(first.admin.exchange.fhirExam(unknown)).rejects.toMatchObject({ code: 'not_found' });
    await expect(second.admin.exchange.fhirPatient(patientId)).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('srvault export fhir', () => {
  test('everything, real patients of other systems among it, is valid by the schema of R4', async () => {
    const bundle = await exported(first, 'all.json');
    expect(bundle.entry.length).toBeGreaterThan(100);
    for (const { fullUrl, resource } of bundle.entry) expect(complaint(resource), fullUrl).toBeUndefined();
  });

  test('out, into an empty vault, and out again gives the same resources; as NDJSON they are the same too', async () => {
    const before = await exported(first, 'before.json');
    const imported = await run(second, 'import', 'fhir', at('before.json'));
    expect(imported.exitCode, imported.stderr).toBe(0);
    const after = comparable(await exported(second, 'after.json'));
    const wanted = comparable(before);
    expect([...after.keys()].toSorted()).toEqual([...wanted.keys()].toSorted());
    for (const [address, resource] of wanted) expect(after.get(address), address).toEqual(resource);

    const lines = await run(first, 'export', 'fhir', '--no-pdf', '--ndjson', '--out', at('lines'));
    expect(lines.exitCode, lines.stderr).toBe(0);
    const again = documentOf(await run(second, 'import', 'fhir', at('lines')));
    expect(again.failures).toEqual([]);
    expect(Object.keys(again.imported)).toContain('DiagnosticReport');
    for (const [type, outcomes] of Object.entries(again.imported))
      expect(outcomes, type).toEqual({ unchanged: expect.any(Number) });
  });

  test('numbers leave as they are written, in the file and in the answer of the vault', async () => {
    const html =
      '<table><tbody><tr><th>Measure</th><th>Value</th></tr><tr><td>HbA1c</td><td>7.0 %</td></tr></tbody></table>';
    const made = await first.admin.exams.create({
      security_group_id: first.group,
      record: { title: 'Laboratory', modality: 'LAB', ...(await reportFromHtml(html)) },
    });
    const id = made.index.document_id;
    expect(JSON.stringify(await first.admin.exchange.fhirExam(id))).toContain('"value":7.0,"unit":"%"');
    const result = await run(first, 'export', 'fhir', '--no-pdf', '--exam', id, '--out', at('numbers.json'));
    expect(result.exitCode, result.stderr).toBe(0);
    expect(await readFile(at('numbers.json'), 'utf8')).toContain('"value":7.0,"unit":"%"');
  });

  test('one patient with its exams; NDJSON by type', async () => {
    const one = await exported(first, 'one.json', '--patient', patientId);
    expect([...comparable(one).keys()].filter((key) => key.startsWith('Patient/'))).toEqual([
      `Patient/${patientId}`,
    ]);
    const folder = await mkdtemp(join(tmpdir(), 'srvault-ndjson-'));
    const result = await run(first, 'export', 'fhir', '--exam', examId, '--out', folder, '--ndjson');
    expect(documentOf(result).resources).toMatchObject({ Patient: 1, DiagnosticReport: 1, Observation: 6 });
    expect((await readdir(folder)).toSorted()).toContain('Observation.ndjson');
    const lines = (await readFile(join(folder, 'Observation.ndjson'), 'utf8')).trimEnd().split('\n');
    for (const line of lines) expect(complaint(JSON.parse(line))).toBeUndefined();
  });

  test('--files brings the content of files, each behind its DocumentReference', async () => {
    const bundle = await exported(first, 'files.json', '--exam', examId, '--files');
    for (const { fullUrl, resource } of bundle.entry) expect(complaint(resource), fullUrl).toBeUndefined();
    const of = (type: string) =>
      bundle.entry.find(({ resource }) => resource.resourceType === type)?.resource;
    const binary = of('Binary');
    expect(Buffer.from(String(binary?.['data']), 'base64').toString()).toBe('Hello');
    expect(of('DocumentReference')?.['content']).toMatchObject([
      { attachment: { url: `Binary/${binary?.id}` } },
    ]);
  });

  test('contradicting and unknown names end with their codes and leave no file', async () => {
    const both = await run(
      first,
      'export',
      'fhir',
      '--exam',
      examId,
      '--patient',
      patientId,
      '--out',
      at('x'),
    );
    expect(both.exitCode).toBe(2);
    const unknown = '01900000-0000-7000-8000-000000000000';
    expect((await run(first, 'export', 'fhir', '--exam', unknown, '--out', at('none.json'))).exitCode).toBe(
      5,
    );
    expect(await readdir(first.root)).not.toContain('none.json.part');
  });
});
