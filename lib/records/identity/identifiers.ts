/** Reads a patient's identifiers in either form of a record: a list, or an object of values. */
import type { Identifiers } from '#contract/documents/records.ts';
import { foldText } from '#records/folded-text.ts';

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

/** A number without case, separators and leading zeros, so that `00482-117` is `482 117`. */
export function plainNumber(number: string): string {
  return foldText(number)
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .replace(/^0+/, '');
}

/** True for the types of a medical record number. */
export function isRecordNumber(type: string): boolean {
  return /^(mrn|mr|medical record)/i.test(type);
}

/** The identifier to show in limited space: the medical record number, else the first. */
export function mainIdentifier(identifiers: Identifiers | undefined): IdentifierLine | undefined {
  const lines = identifierLines(identifiers);
  const mrn = lines.find(({ type }) => isRecordNumber(type));
  return mrn ? { ...mrn, type: 'MRN' } : lines[0];
}

/** `MRN 00482`; the value alone without a type. */
export function identifierText({ type, value }: IdentifierLine): string {
  return type === '' ? value : `${type} ${value}`;
}

/** The identifier to show, as text; empty without one. */
export function mainNumberText(identifiers: Identifiers | undefined): string {
  const main = mainIdentifier(identifiers);
  return main === undefined ? '' : identifierText(main);
}
