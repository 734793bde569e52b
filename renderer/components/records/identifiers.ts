import type { Identifiers } from '#contract/documents/records.ts';

export interface IdentifierLine {
  /** As given by its source, e.g. `MRN`; empty where it has none. */
  readonly type: string;
  readonly value: string;
}

/** Both forms an identifier list may have (array, or object of values), as lines. */
export function identifierLines(identifiers: Identifiers | undefined): IdentifierLine[] {
  if (!identifiers) return [];
  if (Array.isArray(identifiers)) {
    return identifiers.map(({ type, system, value }) => ({ type: type ?? system ?? '', value }));
  }
  return Object.entries(identifiers).map(([type, value]) => ({ type, value }));
}

/** The medical record number, or the first identifier there is. */
export function mainIdentifier(identifiers: Identifiers | undefined): IdentifierLine | undefined {
  const lines = identifierLines(identifiers);
  const mrn = lines.find(({ type }) => /^(mrn|mr|medical record)/i.test(type));
  return mrn ? { ...mrn, type: 'MRN' } : lines[0];
}
