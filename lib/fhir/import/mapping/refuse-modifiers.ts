/**
 * Finds modifier extensions and implicit rules, which change a resource's meaning; this vault knows none. Source: FHIR
 * R4, "Modifier extensions", "Resource.implicitRules".
 */
import type { FhirResource } from '#fhir/import/fhir-resources.ts';
import { isJsonObject } from '#records/json-object.ts';
import { extensionName } from './unmapped-fields.ts';

/** Names of unknown modifiers anywhere in the resource, except in contained resources. */
export function unknownModifiers(resource: FhirResource): string[] {
  const names = new Set<string>();
  const { implicitRules: rules } = resource;
  if (rules !== undefined) names.add(`rules ${rules}`);
  look(resource, names);
  return [...names].sort();
}

/**
 * Refuses a resource with unknown modifiers.
 * @throws Error naming them: such a resource must not be read as if they were absent.
 */
export function refuseModifiers(resource: FhirResource): void {
  const names = unknownModifiers(resource);
  if (names.length > 0)
    throw new Error(
      `This resource is not imported: it carries what this vault does not know and must not overlook (${names.join(', ')}).`,
    );
}

function look(part: unknown, names: Set<string>): void {
  if (Array.isArray(part)) {
    for (const item of part) look(item, names);
  } else if (isJsonObject(part)) {
    for (const [field, value] of Object.entries(part)) {
      if (field === 'modifierExtension' && Array.isArray(value)) {
        for (const extension of value) names.add(nameOf(extension));
      } else if (field !== 'contained') look(value, names);
    }
  }
}

function nameOf(extension: unknown): string {
  const url = isJsonObject(extension) ? extension['url'] : undefined;
  return (typeof url === 'string' && extensionName(url)) || 'without a name';
}
