/** Resources as one Bundle: each by its relative address, each once. */
import type { Bundle, FhirResource } from 'fhir/r4.d.ts';

export function toBundle(resources: readonly FhirResource[]): Bundle {
  const byAddress = new Map(
    resources.map((resource) => [`${resource.resourceType}/${resource.id}`, resource]),
  );
  return {
    resourceType: 'Bundle',
    type: 'collection',
    entry: [...byAddress].map(([address, resource]) => ({
      // References inside are relative: `Patient/…` finds its entry by this address in whatever place the bundle is.
      fullUrl: `urn:sealed-records:${address}`,
      resource,
    })),
  };
}
