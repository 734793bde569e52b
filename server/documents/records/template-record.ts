import type { TemplateRecord, TemplateRecordInput } from '#contract/documents/records.ts';
import type { ReportPairs } from '../reports/report-pairs.ts';
import { checkCustomAttributes } from './custom-attributes.ts';

/** A template record as sealed. @throws invalid_request when the report or the attributes are not right. */
export async function normaliseTemplate(
  input: TemplateRecordInput,
  reports: ReportPairs,
): Promise<TemplateRecord> {
  checkCustomAttributes(input.custom_attributes);
  return {
    title: input.title ?? null,
    modality: input.modality ?? null,
    ...(await reports.complete(input)),
    custom_attributes: input.custom_attributes ?? null,
  };
}
