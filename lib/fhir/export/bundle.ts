/** Collects resources into one Bundle, each once, with relative references. */
import type { Bundle, FhirResource } from 'fhir/r4.d.ts';

export function toBundle(resources: readonly FhirResource[]): Bundle {
  const byAddress = new Map(
    resources.map((resource) => [`${resource.resourceType}/${resource.id}`, resource]),
  );
  return {
    resourceType: 'Bundle',
    type: 'collection',
    entry: [...byAddress].map(([address, resource]) => ({
      // References are relative: `Patient/…` matches its entry by this URL wherever the bundle is.
      fullUrl: `urn:sealed-records:${address}`,
      resource,
    })),
  };
}
