/** Reads a patient's identifiers in either form of a record: a list, or an object of values. */
import type { Identifiers } from '#contract/documents/records.ts';

export interface IdentifierLine {
  /** The source's type, e.g. `MRN`; the system without a type; else empty. */
  readonly type: string;
  readonly value: string;
}

export function identifierLines(identifiers: Identifiers | undefined): IdentifierLine[] {
  if (!identifiers) return [];
  if (Array.isArray(identifiers)) {
    return identifiers.map(({ type, system, value }) => ({ type: type ?? system ?? '', value }));
  }
  return Object.entries(identifiers).map(([type, value]) => ({ type, value }));
}

export function identifierValues(identifiers: Identifiers | undefined): string[] {
  return identifierLines(identifiers).map(({ value }) => value);
}

/** The identifier to show in limited space: the medical record number, else the first. */
export function mainIdentifier(identifiers: Identifiers | undefined): IdentifierLine | undefined {
  const lines = identifierLines(identifiers);
  const mrn = lines.find(({ type }) => /^(mrn|mr|medical record)/i.test(type));
  return mrn ? { ...mrn, type: 'MRN' } : lines[0];
}

/** `MRN 00482`; the value alone without a type. */
export function identifierText({ type, value }: IdentifierLine): string {
  return type === '' ? value : `${type} ${value}`;
}
