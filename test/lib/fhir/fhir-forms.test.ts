/** Tests the report's HTML in FHIR: a form for readers, plus the stored form where it differs, which imports use. */
import { describe, expect, test } from 'vitest';
import { toExamResources } from '#fhir/export/map-exam.ts';
import { STORED_HTML_TYPE } from '#fhir/export/vault-extensions.ts';
import { isDiagnosticReport } from '#fhir/import/fhir-resources.ts';
import { mapDiagnosticReport } from '#fhir/import/mapping/map-diagnostic-report.ts';
import { parseSourceFile } from '#fhir/import/source/source-file.ts';
import { completeRecord } from '#records/complete-record.ts';
import { fhirSchema } from './fhir-schema.ts';

const OPEN =
  '<h2 data-section-code="59776-5">Findings</h2>' +
  '<p>Skull: <span data-field="skull" data-field-label="Skull" data-field-kind="text">___</span></p>' +
  '<p>Lungs clear.</p>' +
  '<h2 data-section-code="19005-8">Impression</h2>' +
  '<p>Side <span data-field="side" data-field-label="Side" data-field-kind="text" data-field-completion="prohibit">___</span>, no acute finding.</p>';
const PLAIN = '<h2 data-section-code="59776-5">Findings</h2><p>Lungs clear.</p>';

const exported = (report_html: string) => {
  const resources = toExamResources({
    document_id: '01900000-0000-7000-8000-000000000001',
    record: completeRecord('exams', {
      title: 'CT chest',
      modality: 'CT',
      report_html,
      custom_attributes: { report: { status: 'preliminary' } },
    }),
    tags: [],
    patient: undefined,
  });
  for (const resource of resources) expect(fhirSchema(resource)).toEqual([]);
  return resources;
};
const formsOf = (report_html: string) =>
  exported(report_html).flatMap((resource) =>
    resource.resourceType === 'DiagnosticReport' ? (resource.presentedForm ?? []) : [],
  );
const textOf = (data: string | undefined) => Buffer.from(data ?? '', 'base64').toString();

describe('presentedForm', () => {
  test('has no blank of an optional field, and says of a demanded one that it is open', () => {
    const [html, stored] = formsOf(OPEN);
    const page = textOf(html?.data);
    expect(page).not.toContain('___');
    expect(page).not.toContain('Skull');
    expect(page).toContain('[Side: not filled]');
    expect(page).toContain('Lungs clear.');
    expect(stored?.contentType).toBe(STORED_HTML_TYPE);
    expect(textOf(stored?.data)).toBe(OPEN);
  });

  test('carries the stored report only where it differs', () => {
    expect(formsOf(PLAIN).map(({ contentType }) => contentType)).toEqual(['text/html; charset=utf-8']);
    expect(textOf(formsOf(PLAIN)[0]?.data)).toContain(PLAIN);
  });

  test.each([
    ['with open fields', OPEN],
    ['without', PLAIN],
  ])('a vault reads back what was stored, %s', async (_name, report_html) => {
    const entry = exported(report_html).map((resource) => ({ resource }));
    const file = await parseSourceFile(
      JSON.stringify({ resourceType: 'Bundle', type: 'collection', entry }),
      {
        sha256Hex: async () => '0'.repeat(64),
      },
    );
    const report = file.resources.map(({ resource }) => resource).find(isDiagnosticReport);
    if (report === undefined) throw new Error('no report');
    expect(mapDiagnosticReport(report, file)).toMatchObject({ reportHtml: report_html, files: [] });
  });
});
