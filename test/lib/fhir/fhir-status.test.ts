/** Tests that a report's values are exported with the report's own status. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { toExamResources } from '#fhir/export/map-exam.ts';
import { completeRecord } from '#records/complete-record.ts';
import { fhirSchema } from './fhir-schema.ts';

const CASES = join(import.meta.dirname, '..', '..', 'fixtures', 'records', 'export');
const given = (name: string) => JSON.parse(readFileSync(join(CASES, name), 'utf8'));
const exported = (record: object) =>
  toExamResources({
    document_id: '01900000-0000-7000-8000-000000000001',
    record: completeRecord('exams', record),
    tags: [],
    patient: undefined,
  });
const statusesOf = (record: object) =>
  exported(record).flatMap((resource) => (resource.resourceType === 'Observation' ? resource.status : []));

describe('Observations of a report', () => {
  test.each([
    ['E01-report-preliminary-table.json', 'preliminary'],
    ['E01b-report-entered-in-error-table.json', 'entered-in-error'],
  ])('%s: %s', (name, status) => {
    const statuses = new Set(statusesOf(given(name)));
    expect(statuses).toEqual(new Set([status]));
  });

  test.each([
    ['partial', 'preliminary'],
    ['appended', 'amended'],
    ['corrected', 'corrected'],
    ['cancelled', 'cancelled'],
    [undefined, 'unknown'],
    ['something else', 'unknown'],
  ])('of a report that is %s are %s, by the schema of R4', (status, expected) => {
    const record = {
      ...given('E01-report-preliminary-table.json'),
      custom_attributes: { report: { status } },
    };
    expect(new Set(statusesOf(record))).toEqual(new Set([expected]));
    for (const resource of exported(record)) expect(fhirSchema(resource)).toEqual([]);
  });
});
