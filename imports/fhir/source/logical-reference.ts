/** References that name their target by what it is known by, not by where it is. */
import type { Reference } from '#imports/fhir/fhir-resources.ts';

export interface LogicalReference {
  readonly system: string | undefined;
  readonly value: string;
}

/** The identifier a reference names its target by: its own, or that of `Patient?identifier=system|value`. */
export function logicalReferenceOf(reference: Reference | undefined): LogicalReference | undefined {
  const query = /(?:^|\/)Patient\?(?:.*&)?identifier=([^&]+)/.exec(reference?.reference ?? '')?.[1];
  if (query !== undefined) {
    const parts = decoded(query).split('|');
    const value = parts.at(-1) ?? '';
    return value === '' ? undefined : { system: parts.length > 1 ? parts[0] || undefined : undefined, value };
  }
  const value = reference?.identifier?.value;
  return value === undefined ? undefined : { system: reference?.identifier?.system, value };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
