import { describe, expect, test } from 'vitest';
import { RESOURCES } from '#contract/documents/document-index.ts';
import { ExamRecordSchema, PatientRecordSchema, TemplateRecordSchema } from '#contract/documents/records.ts';
import {
  ExamSummarySchema,
  PatientSummarySchema,
  TemplateSummarySchema,
} from '#contract/documents/summaries.ts';
import { completeRecord, completeSummary } from '#records/complete-record.ts';

const RECORD_FIELDS = {
  patients: Object.keys(PatientRecordSchema.properties),
  exams: Object.keys(ExamRecordSchema.properties),
  templates: Object.keys(TemplateRecordSchema.properties),
};
const SUMMARY_FIELDS = {
  // Without the mark, which only samples have, and the name, which is added when read.
  patients: Object.keys(PatientSummarySchema.properties).filter((name) => name !== 'sample'),
  exams: Object.keys(ExamSummarySchema.properties).filter(
    (name) => name !== 'patient_name' && name !== 'sample',
  ),
  templates: Object.keys(TemplateSummarySchema.properties),
};

describe.each(RESOURCES)('%s', (resource) => {
  test('a record of nothing has every field of the contract', () => {
    const record = completeRecord(resource, {});
    expect(Object.keys(record).sort()).toEqual(RECORD_FIELDS[resource].sort());
    for (const [name, value] of Object.entries(record)) {
      expect(value, name).toBe(name.endsWith('_name') ? '' : null);
    }
  });

  test('a summary of nothing has every field of the contract', () => {
    const summary = completeSummary(resource, {});
    expect(Object.keys(summary).sort()).toEqual(SUMMARY_FIELDS[resource].sort());
    for (const [name, value] of Object.entries(summary)) {
      expect(value, name).toEqual(name === 'tags' ? [] : name.endsWith('_name') ? '' : null);
    }
  });

  test('what is there stays as it is', () => {
    const record = completeRecord(resource, { custom_attributes: { kept: [1, { two: null }] } });
    expect(record.custom_attributes).toEqual({ kept: [1, { two: null }] });
    expect(completeSummary(resource, { tags: ['a'] }).tags).toEqual(['a']);
    expect(completeRecord(resource, record)).toEqual(record);
  });
});
