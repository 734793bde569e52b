/**
 * The mark of the sample practice in FHIR: every resource of it has the security label for test health data.
 * Source: HL7 v3 ActReason, HTEST; FHIR R4, "Security Labels".
 */
import type { FhirBundle } from './routes.ts';

export const SAMPLE_LABEL = {
  system: 'http://terminology.hl7.org/CodeSystem/v3-ActReason',
  code: 'HTEST',
  display: 'SAMPLE: test health data of an invented patient',
} as const;

/** True if a resource of the bundle has the label. */
export function hasSampleLabel({ entry }: FhirBundle): boolean {
  return entry.some(({ resource: { meta } }) => isSampleMeta(meta));
}

function isSampleMeta(meta: unknown): boolean {
  if (typeof meta !== 'object' || meta === null || !('security' in meta)) return false;
  const { security } = meta;
  return (
    Array.isArray(security) &&
    security.some(
      (label: unknown) =>
        typeof label === 'object' && label !== null && 'code' in label && label.code === SAMPLE_LABEL.code,
    )
  );
}
