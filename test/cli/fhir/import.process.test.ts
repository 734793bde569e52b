/** `srvault import fhir` as a process, against the real server. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { VaultClient } from '#sdk/client.ts';
import { documentOf, srvault, startSrvault } from '#test/cli/run-srvault.ts';
import { type LiveVault, startLiveVault } from '#test/support/live-vault.ts';

const FIXTURES = join(import.meta.dirname, '..', '..', 'fixtures');
const BUNDLES = join(FIXTURES, 'fhir');

let vault: LiveVault;
let client: VaultClient;

beforeAll(async () => {
  vault = await startLiveVault();
  client = vault.connect();
});
afterAll(() => vault.close());

const importFhir = (...args: string[]) =>
  srvault(['import', 'fhir', ...args, '--json'], { env: { SRVAULT_PROFILE: vault.profile } });

async function seqs(): Promise<Record<string, number>> {
  const found: Record<string, number> = {};
  for await (const { index } of client.patients.list({ state: 'all' }))
    found[index.document_id] = index.meta.seq;
  for await (const { index } of client.exams.list({ state: 'all' }))
    found[index.document_id] = index.meta.seq;
  return found;
}

const filesOf = (exam_id: string) =>
  client.drive(vault.group).list({ exam_id, kind: 'file', state: 'all' }).toArray({ limit: 50 });
const contentOf = async (nodeId: string) =>
  Buffer.from(await (await client.drive(vault.group).download(nodeId)).bytes()).toString();

describe('srvault import fhir', () => {
  test('--dry-run maps everything without a vault or a credential', async () => {
    const run = await srvault(['import', 'fhir', BUNDLES, '--dry-run', '--json']);
    expect(run.exitCode).toBe(0);
    expect(documentOf(run)).toMatchObject({
      dry_run: true,
      imported: { Patient: { mapped: 4 }, ImagingStudy: { mapped: 3 }, DiagnosticReport: { mapped: 16 } },
      unresolved_references: {},
      failures: [],
    });
    expect(await seqs()).toEqual({});
  });

  test('brings the four bundles in, with exams linked to their patients', async () => {
    const run = await importFhir(
      ...readdirSync(BUNDLES)
        .filter((name) => name.endsWith('.json'))
        .map((name) => join(BUNDLES, name)),
    );
    expect(run).toMatchObject({ exitCode: 0, stderr: '' });
    const report = documentOf(run);
    expect(report.imported).toEqual({
      Patient: { created: 4 },
      ImagingStudy: { created: 3 },
      DiagnosticReport: { created: 16 },
    });
    expect(report.absorbed.Observation + report.not_imported.Observation).toBe(228);
    expect(report.unmapped_fields['Patient.maritalStatus']).toBe(4);
    const [jose] = await client.patients.list({ q: 'jose casares' }).toArray({ limit: 2 });
    const exams = await client.exams
      .list({ patient_id: jose?.index.document_id ?? '' })
      .toArray({ limit: 50 });
    expect(exams).toHaveLength(6);
    const panels = await client.exams
      .list({ modality: 'LAB', report_status: 'final' })
      .toArray({ limit: 50 });
    expect(panels).toHaveLength(16);
    const { record } = await client.exams.get(panels[0]?.index.document_id ?? '');
    expect(record.report_html).toContain('<table>');
    expect(record.report_lexical).toContain('"type":"tablerow"');
  });

  test('a second time changes nothing', async () => {
    const before = await seqs();
    const report = documentOf(await importFhir(BUNDLES));
    expect(report.imported).toEqual({
      Patient: { unchanged: 4 },
      ImagingStudy: { unchanged: 3 },
      DiagnosticReport: { unchanged: 16 },
    });
    expect(await seqs()).toEqual(before);
  });

  test('a changed source is an update, and keeps what was written in the vault', async () => {
    const folder = join(vault.root, 'changed');
    mkdirSync(folder);
    const file = join(folder, 'patient.json');
    const patient = {
      resourceType: 'Patient',
      id: 'changing',
      birthDate: '1970-02-03',
      identifier: [{ system: 'urn:mrn', value: 'C-1' }],
      name: [{ family: 'Before' }],
    };
    writeFileSync(file, JSON.stringify(patient));
    await importFhir(file);
    const find = () => client.patients.list({ source_id: 'Patient/changing' }).toArray({ limit: 2 });
    const [created] = await find();
    const id = created?.index.document_id ?? '';
    await client.patients.edit(id, (record) => ({ ...record, internal_notes: 'written here' }));
    expect(documentOf(await importFhir(file)).imported.Patient).toEqual({ unchanged: 1 });
    writeFileSync(file, JSON.stringify({ ...patient, name: [{ family: 'After' }] }));
    expect(documentOf(await importFhir(file)).imported.Patient).toEqual({ updated: 1 });
    expect(await find()).toHaveLength(1);
    const { record } = await client.patients.get(id);
    expect(record).toMatchObject({ legal_name: 'After', internal_notes: 'written here' });
    await client.patients.delete(id);
    expect(documentOf(await importFhir(file)).imported.Patient).toEqual({ in_trash: 1 });
  });

  test('names a broken file, takes the others in, and does not end with 0', async () => {
    const folder = join(vault.root, 'mixed');
    mkdirSync(folder);
    writeFileSync(join(folder, 'a-broken.json'), '{"resourceType":"Bundle","entry":[{"reso');
    writeFileSync(
      join(folder, 'b-nameless.json'),
      '{"resourceType":"Patient","id":"nameless","birthDate":"1980-01-01"}',
    );
    writeFileSync(join(folder, 'c-odd.json'), '{"resourceType":"Patient","id":"odd","name":"Canaryname"}');
    writeFileSync(
      join(folder, 'd-good.json'),
      '{"resourceType":"Patient","id":"good","name":[{"family":"Good"}]}',
    );
    const run = await importFhir(folder);
    expect(run.exitCode).toBe(7);
    const report = documentOf(run);
    expect(report.files).toEqual({ read: 4, broken: 1 });
    expect(report.imported.Patient).toEqual({ failed: 2, created: 1 });
    const failed = report.failures.map(({ file, resource }: { file: string; resource?: string }) => [
      file,
      resource,
    ]);
    expect(failed).toEqual([
      [join(folder, 'a-broken.json'), undefined],
      [join(folder, 'b-nameless.json'), 'Patient/nameless'],
      [join(folder, 'c-odd.json'), 'Patient/odd'],
    ]);
    expect(run.stderr).toContain('a-broken.json: This file is not JSON.');
    expect(run.stdout + run.stderr).not.toContain('Canaryname');
    expect(await client.patients.list({ q: 'good' }).toArray({ limit: 2 })).toHaveLength(1);
  });

  test('takes single resources, reports in base64 XHTML and the patient from another file', async () => {
    const run = await importFhir(join(FIXTURES, 'fhir-us-core'));
    expect(run.exitCode).toBe(0);
    expect(documentOf(run)).toMatchObject({
      imported: { Patient: { created: 2 }, DiagnosticReport: { created: 3 } },
      not_imported: { DocumentReference: expect.any(Number), Media: 1, ServiceRequest: 1 },
      // The PDF of the other report is an external link.
      unmapped_fields: { 'DiagnosticReport.presentedForm[application/pdf]': 1 },
      files_attached: 1,
    });
    const [withPdf] = await client.exams.list({ q: 'bone density' }).toArray({ limit: 1 });
    const files = await filesOf(withPdf?.index.document_id ?? '');
    expect(files).toMatchObject([{ mime_type: 'application/pdf', media_kind: 'pdf' }]);
    const [exam] = await client.exams.list({ q: 'portable chest' }).toArray({ limit: 2 });
    expect(exam?.summary?.patient_name).toContain('Amy');
    const { record } = await client.exams.get(exam?.index.document_id ?? '');
    expect(record.report_html).toContain('No acute abnormality.');
    expect(JSON.parse(record.report_lexical ?? '').root.children.length).toBeGreaterThan(5);
  });

  test('takes NDJSON and gzip; names other files, deletions and broken lines', async () => {
    const folder = join(vault.root, 'bulk');
    mkdirSync(folder);
    const person = (id: string) => ({ resourceType: 'Patient', id, name: [{ text: `Bulk ${id}` }] });
    const lines = Array.from({ length: 40 }, (_, n) => JSON.stringify(person(`bulk-${n}`)));
    writeFileSync(join(folder, 'Patient.ndjson.gz'), gzipSync([...lines, '{"resourceType"'].join('\n')));
    const entry = [
      { request: { method: 'DELETE', url: 'Patient/bulk-1' } },
      { resource: { resourceType: 'Patient', name: [{ text: 'Without Id' }] } },
    ];
    writeFileSync(
      join(folder, 'bundle.json.gz'),
      gzipSync(JSON.stringify({ resourceType: 'Bundle', entry })),
    );
    writeFileSync(join(folder, 'notes.txt'), 'not a resource');
    const run = await importFhir(folder);
    expect(run.exitCode).toBe(7);
    const report = documentOf(run);
    expect(report.imported).toEqual({ Patient: { created: 41 } });
    expect(report.failures).toMatchObject([{ resource: 'line 41', message: 'This line is not JSON.' }]);
    expect(report.skipped).toMatchObject([
      { file: join(folder, 'bundle.json.gz'), place: 'entry 1' },
      { file: join(folder, 'notes.txt') },
    ]);
    expect(run.stderr).toContain('notes.txt: skipped.');
    expect(documentOf(await importFhir(folder)).imported).toEqual({ Patient: { unchanged: 41 } });
  });

  test('Bulk Data: a report finds its results and its modality in other files, however long they are', async () => {
    const folder = join(vault.root, 'by-type');
    mkdirSync(folder);
    const volumes = Array.from({ length: 1200 }, (_, n) => ({
      resourceType: 'Observation',
      id: `volume-${n}`,
      code: { text: `Volume ${n}` },
      valueQuantity: { value: n, unit: 'ml' },
    }));
    const report = {
      resourceType: 'DiagnosticReport',
      id: 'by-type',
      code: { text: 'By type' },
      conclusion: 'C',
      imagingStudy: [{ reference: 'ImagingStudy/by-type' }],
      result: [{ reference: 'Observation/volume-3' }, { reference: 'Observation/volume-1199' }],
    };
    const study = { resourceType: 'ImagingStudy', id: 'by-type', modality: [{ code: 'MR' }] };
    writeFileSync(join(folder, 'DiagnosticReport.ndjson'), JSON.stringify(report));
    writeFileSync(join(folder, 'ImagingStudy.ndjson'), JSON.stringify(study));
    const lines = volumes.map((volume) => `${JSON.stringify(volume)}\r\n`).join('');
    writeFileSync(join(folder, 'Observation.ndjson.gz'), gzipSync(lines));
    expect(documentOf(await importFhir(folder))).toMatchObject({
      imported: { DiagnosticReport: { created: 1 }, ImagingStudy: { created: 1 } },
      absorbed: { Observation: 2 },
      not_imported: { Observation: 1198 },
      unresolved_references: {},
    });
    const [exam] = await client.exams.list({ source_id: 'DiagnosticReport/by-type' }).toArray({ limit: 1 });
    const { record } = await client.exams.get(exam?.index.document_id ?? '');
    expect(record.modality).toBe('MR');
    expect(record.report_html).toContain('<td>Volume 1199</td><td>1199</td><td>ml</td>');
  });

  test('a damaged gzip file is named', async () => {
    const file = join(vault.root, 'damaged.json.gz');
    writeFileSync(file, Buffer.from([0x1f, 0x8b, 8, 0, 1, 2, 3]));
    const run = await importFhir(file);
    expect(run.exitCode).toBe(7);
    expect(run.stderr).toContain('damaged.json.gz: This gzip file is damaged');
  });

  test('finds the patient within the resource, by identifier here and in the vault, and as STU3 writes it', async () => {
    const file = join(vault.root, 'subjects.json');
    const study = (id: string, fields: object) => {
      return { resource: { resourceType: 'ImagingStudy', id, description: id, ...fields } };
    };
    const query = 'Patient?identifier=urn:mrn|SUBJ-1';
    const entry = [
      study('st-query', { subject: { reference: query } }),
      study('st-logical', { subject: { identifier: { system: 'urn:mrn', value: 'SUBJ-1' } } }),
      study('st-stu3', { patient: { reference: 'Patient/subj' } }),
      study('st-nobody', { subject: { identifier: { system: 'urn:other', value: 'SUBJ-1' } } }),
      study('st-contained', {
        contained: [{ resourceType: 'Patient', id: 'p', name: [{ text: 'Held Within' }] }],
        subject: { reference: '#p' },
      }),
      {
        resource: {
          resourceType: 'Patient',
          id: 'subj',
          name: [{ text: 'Subject One' }],
          identifier: [{ system: 'urn:mrn', value: 'SUBJ-1' }],
        },
      },
    ];
    writeFileSync(file, JSON.stringify({ resourceType: 'Bundle', entry }));
    const report = documentOf(await importFhir(file));
    expect(report.failures).toEqual([]);
    expect(report.imported).toEqual({ Patient: { created: 2 }, ImagingStudy: { created: 5 } });
    expect(report.unresolved_references).toEqual({ subject: 1 });
    const later = join(vault.root, 'later.json');
    writeFileSync(later, JSON.stringify(study('st-later', { subject: { reference: query } }).resource));
    expect(documentOf(await importFhir(later)).unresolved_references).toEqual({});
    const patientOf = async (id: string) => {
      const [exam] = await client.exams.list({ source_id: `ImagingStudy/${id}` }).toArray({ limit: 1 });
      return exam?.summary?.patient_name;
    };
    for (const id of ['st-query', 'st-logical', 'st-stu3', 'st-later'])
      expect(await patientOf(id)).toBe('Subject One');
    expect(await patientOf('st-contained')).toBe('Held Within');
    expect(await patientOf('st-nobody')).toBeFalsy();
  });

  test('an import that was killed goes on where it stopped, with nothing twice', async () => {
    const other = await startLiveVault();
    try {
      const own = other.connect();
      const exams = () => own.exams.list({ limit: 200 }).toArray({ limit: 200 });
      const args = ['import', 'fhir', BUNDLES, '--profile', other.profile, '--json'];
      const child = startSrvault(args);
      while ((await exams()).length < 4) await new Promise((resolve) => setTimeout(resolve, 5));
      child.kill('SIGKILL');
      await new Promise((resolve) => child.on('close', resolve));
      const before = (await exams()).length;
      const report = documentOf(await srvault(args));
      expect(report.imported.Patient).toEqual({ unchanged: 4 });
      expect(await exams()).toHaveLength(19);
      expect(await own.patients.list().toArray({ limit: 50 })).toHaveLength(4);
      const { ImagingStudy, DiagnosticReport } = report.imported;
      // A request running at the kill may have been written after the count.
      const kept = (ImagingStudy.unchanged ?? 0) + (DiagnosticReport.unchanged ?? 0);
      expect(kept).toBeGreaterThanOrEqual(before);
      expect(kept + (ImagingStudy.created ?? 0) + (DiagnosticReport.created ?? 0)).toBe(19);
    } finally {
      await other.close();
    }
  });

  test('sends the files of an exam once, what is missing again, and a changed one beside the old', async () => {
    const file = join(vault.root, 'with-files.json');
    const write = (content: string) =>
      writeFileSync(
        file,
        JSON.stringify({
          resourceType: 'DiagnosticReport',
          id: 'with-files',
          code: { text: 'With files' },
          conclusion: 'See the file.',
          presentedForm: [
            { contentType: 'application/pdf', title: 'Scan', data: Buffer.from(content).toString('base64') },
          ],
        }),
      );
    write('%PDF one');
    expect(documentOf(await importFhir(file)).files_attached).toBe(1);
    const [exam] = await client.exams
      .list({ source_id: 'DiagnosticReport/with-files' })
      .toArray({ limit: 1 });
    const id = exam?.index.document_id ?? '';
    const [first] = await filesOf(id);
    expect(first?.name).toBe('Scan.pdf');
    expect(await contentOf(first?.node_id ?? '')).toBe('%PDF one');
    expect(documentOf(await importFhir(file))).toMatchObject({
      imported: { DiagnosticReport: { unchanged: 1 } },
      files_attached: 0,
    });
    await client.drive(vault.group).delete(first?.node_id ?? '');
    expect(documentOf(await importFhir(file)).files_attached).toBe(0);
    await client.drive(vault.group).purge(first?.node_id ?? '');
    expect(documentOf(await importFhir(file)).files_attached).toBe(1);
    write('%PDF two');
    expect(documentOf(await importFhir(file))).toMatchObject({
      imported: { DiagnosticReport: { updated: 1 } },
      files_attached: 1,
    });
    expect((await filesOf(id)).map(({ name }) => name).sort()).toEqual(['Scan (2).pdf', 'Scan.pdf']);
    expect(documentOf(await importFhir(file)).files_attached).toBe(0);
  });

  test('what an export gave out comes back with its files', async () => {
    const out = join(vault.root, 'with-files-out.json');
    const [exam] = await client.exams
      .list({ source_id: 'DiagnosticReport/with-files' })
      .toArray({ limit: 1 });
    const env = { SRVAULT_PROFILE: vault.profile };
    const id = exam?.index.document_id ?? '';
    await srvault(['export', 'fhir', '--exam', id, '--files', '--out', out], { env });
    const moved = readFileSync(out, 'utf8').replaceAll('with-files', 'moved-here');
    writeFileSync(out, moved);
    expect(documentOf(await importFhir(out))).toMatchObject({
      imported: { DiagnosticReport: { created: 1 } },
      absorbed: { Binary: 2, DocumentReference: 2 },
      files_attached: 2,
    });
    const [back] = await client.exams
      .list({ source_id: 'DiagnosticReport/moved-here' })
      .toArray({ limit: 1 });
    const files = await filesOf(back?.index.document_id ?? '');
    expect(files.map(({ name }) => name).sort()).toEqual(['Scan (2).pdf', 'Scan.pdf']);
    expect(documentOf(await importFhir(out)).files_attached).toBe(0);
  });

  test('a report longer than a record holds lies beside the exam, and both say so', async () => {
    const file = join(vault.root, 'long.json');
    const div = `<div>${'<p>Long.</p>'.repeat(400_000)}</div>`;
    writeFileSync(
      file,
      JSON.stringify({ resourceType: 'DiagnosticReport', id: 'long', code: { text: 'Long' }, text: { div } }),
    );
    const run = await importFhir(file);
    expect(run.exitCode).toBe(0);
    expect(run.stderr).toContain('DiagnosticReport/long: This report is longer than a record holds');
    const [exam] = await client.exams.list({ source_id: 'DiagnosticReport/long' }).toArray({ limit: 1 });
    const id = exam?.index.document_id ?? '';
    const { record } = await client.exams.get(id);
    expect(record.report_html).toContain('Full report.html');
    const [long] = await filesOf(id);
    expect(long).toMatchObject({ name: 'Full report.html', mime_type: 'text/html' });
    expect(await contentOf(long?.node_id ?? '')).toContain(div);
    expect(documentOf(await importFhir(file))).toMatchObject({
      imported: { DiagnosticReport: { unchanged: 1 } },
      files_attached: 0,
    });
  });

  test('--keep-source keeps the resources themselves, and an export gives them out again', async () => {
    const folder = join(vault.root, 'kept');
    mkdirSync(folder);
    const patient =
      '{"resourceType":"Patient","id":"kept","name":[{"text":"Kept Whole"}],"birthDate":"1970-02-03","identifier":[{"system":"urn:mrn","value":"K-1"}],"maritalStatus":{"text":"M"}}';
    const report = `{"resourceType":"DiagnosticReport","id":"kept","subject":{"reference":"Patient/kept"},"media":[],"result":[{"reference":"Observation/kept"}]}`;
    const observation =
      '{"resourceType":"Observation","id":"kept","code":{"text":"Volume"},"valueQuantity":{"value":1.00}}';
    writeFileSync(join(folder, 'all.ndjson'), [patient, report, observation].join('\n'));
    expect(documentOf(await importFhir(folder, '--keep-source'))).toMatchObject({
      imported: { Patient: { created: 1 }, DiagnosticReport: { created: 1 } },
      files_attached: 1,
    });
    expect(documentOf(await importFhir(folder, '--keep-source'))).toMatchObject({
      imported: { Patient: { unchanged: 1 }, DiagnosticReport: { unchanged: 1 } },
      files_attached: 0,
    });
    // Without the option a local change is kept.
    const changed = patient.replace('Kept Whole', 'Kept Whole Now');
    writeFileSync(join(folder, 'all.ndjson'), [changed, report, observation].join('\n'));
    expect(documentOf(await importFhir(folder)).imported.Patient).toEqual({ updated: 1 });
    const out = join(vault.root, 'kept-out.json');
    const [exam] = await client.exams.list({ source_id: 'DiagnosticReport/kept' }).toArray({ limit: 1 });
    const run = await srvault(
      ['export', 'fhir', '--exam', exam?.index.document_id ?? '', '--files', '--out', out, '--json'],
      { env: { SRVAULT_PROFILE: vault.profile } },
    );
    expect(run.exitCode).toBe(0);
    const { entry }: { entry: { resource: { resourceType: string; data?: string } }[] } = JSON.parse(
      readFileSync(out, 'utf8'),
    );
    const contents = entry.flatMap(({ resource }) =>
      resource.data === undefined ? [] : [Buffer.from(resource.data, 'base64').toString()],
    );
    expect(contents).toEqual([`${patient}\n`, `${report}\n${observation}\n`]);
  });

  test.each([[['/nowhere']], [[]]])('refuses the paths %j as usage', async (paths) => {
    expect((await importFhir(...paths)).exitCode).toBe(2);
  });

  test('stops and says so when the credential may not write', async () => {
    const { profile } = await vault.issue('reader', 'viewer');
    const file = join(vault.root, 'denied.json');
    writeFileSync(file, '{"resourceType":"Patient","id":"denied","name":[{"family":"Denied"}]}');
    const run = await srvault(['import', 'fhir', file, '--json', '--profile', profile]);
    expect(run.exitCode).toBe(4);
    expect(documentOf(run).failures).toMatchObject([
      { code: 'permission_denied', resource: 'Patient/denied' },
    ]);
  });
});
