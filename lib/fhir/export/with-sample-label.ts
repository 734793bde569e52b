import type { FhirResource } from 'fhir/r4.d.ts';
import type { JsonObject } from '#contract/documents/records.ts';
import { SAMPLE_LABEL } from '#contract/exchange/sample-label.ts';
import { isSample } from '#records/sample/sample-mark.ts';

/** Labels every resource of an invented patient; others pass unchanged. @param attributes those of the record */
export function withSampleLabel(
  resources: readonly FhirResource[],
  attributes: JsonObject | null,
): readonly FhirResource[] {
  if (!isSample(attributes)) return resources;
  return resources.map((resource) => ({
    ...resource,
    meta: { ...resource.meta, security: [{ ...SAMPLE_LABEL }] },
  }));
}
