/**
 * Generates a FHIR Bulk Data folder as from a radiology system: one patient with two studies and two reports each.
 */
import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';

const PARAGRAPHS = 8;

/** Writes `count` resources, a multiple of five. @returns the files. */
export function writeFhirFiles(dir: string, count: number): string[] {
  const patients = count / 5;
  const studies = patients * 2;
  return [
    writeLines(join(dir, 'Patient.ndjson'), patients, patient),
    writeLines(join(dir, 'ImagingStudy.ndjson'), studies, (n) => study(n, n % patients)),
    writeLines(join(dir, 'DiagnosticReport.ndjson'), studies, (n) => report(n, n % patients)),
  ];
}

function writeLines(path: string, count: number, resource: (n: number) => object): string {
  const file = openSync(path, 'w');
  for (let n = 0; n < count; n += 1) writeSync(file, `${JSON.stringify(resource(n))}\n`);
  closeSync(file);
  return path;
}

function patient(n: number): object {
  return {
    resourceType: 'Patient',
    id: `p${n}`,
    identifier: [{ type: { coding: [{ code: 'MR' }] }, system: 'urn:bench:mrn', value: `M${n}` }],
    name: [{ use: 'official', family: `Family${n}`, given: ['Given'] }],
    gender: 'female',
    birthDate: '1970-03-04',
    telecom: [{ system: 'phone', value: '+1 555 0100' }],
    address: [{ line: ['1 Main Street'], city: 'Town' }],
  };
}

function study(n: number, of: number): object {
  return {
    resourceType: 'ImagingStudy',
    id: `s${n}`,
    status: 'available',
    subject: { reference: `Patient/p${of}` },
    started: '2024-03-04T10:00:00Z',
    description: 'CT Thorax',
    series: [{ uid: `1.2.${n}`, modality: { code: 'CT' }, numberOfInstances: 200 }],
  };
}

function report(n: number, of: number): object {
  const findings = Array.from(
    { length: PARAGRAPHS },
    (_, at) => `<p>Section ${at} of study ${n} shows <b>no</b> consolidation, effusion or nodule.</p>`,
  );
  const html = `<html><body><h2>Findings</h2>${findings.join('')}<h2>Impression</h2><ul><li>No acute abnormality.</li><li>Follow-up in 12 months.</li></ul></body></html>`;
  return {
    resourceType: 'DiagnosticReport',
    id: `r${n}`,
    status: 'final',
    code: { text: 'CT Thorax' },
    subject: { reference: `Patient/p${of}` },
    effectiveDateTime: '2024-03-04',
    presentedForm: [{ contentType: 'text/html', data: Buffer.from(html).toString('base64') }],
  };
}
