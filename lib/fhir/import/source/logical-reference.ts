/** Parses references that name their target by an identifier instead of an address. */
import type { Reference } from '#fhir/import/fhir-resources.ts';

export interface LogicalReference {
  readonly system: string | undefined;
  readonly value: string;
}

export interface IdentifierQuery extends LogicalReference {
  readonly type: string;
}

/** Parses `Type?identifier=system|value`. */
export function identifierQuery(reference: string | undefined): IdentifierQuery | undefined {
  const [, type = '', query = ''] =
    /(?:^|\/)([A-Z]\w+)\?(?:.*&)?identifier=([^&]+)/.exec(reference ?? '') ?? [];
  const parts = decoded(query).split('|');
  const value = parts.at(-1) ?? '';
  return value === ''
    ? undefined
    : { type, system: parts.length > 1 ? parts[0] || undefined : undefined, value };
}

/** The identifier in a reference: its own, or that of `Patient?identifier=system|value`. */
export function logicalReferenceOf(reference: Reference | undefined): LogicalReference | undefined {
  const query = identifierQuery(reference?.reference);
  if (query !== undefined) {
    const { type, system, value } = query;
    return type === 'Patient' ? { system, value } : undefined;
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
