/** Converts FHIR identifiers to those of records. */
import type { Identifier } from '#fhir/import/fhir-resources.ts';
import { clip } from './coded-text.ts';

/** Largest number of identifiers per record; further ones are reported as unmapped. */
export const IDENTIFIERS_MAX_COUNT = 100;

/**
 * Medical record, social security, driver's licence, passport number (HL7 v2 table 0203): preferred among several
 * codes.
 */
const WELL_KNOWN = new Set(['MR', 'SS', 'DL', 'PPN']);

export interface KeptIdentifier {
  readonly system: string | null;
  /** A code of HL7 v2 table 0203 if given, else the source's text. */
  readonly type: string | null;
  readonly value: string;
}

export function identifierOf({ system, type, value }: Identifier): KeptIdentifier {
  const codes = (type?.coding ?? []).flatMap(({ code }) => code ?? []);
  const name = codes.find((code) => WELL_KNOWN.has(code)) ?? codes[0] ?? type?.text;
  return {
    system: system === undefined ? null : clip(system),
    type: name === undefined ? null : clip(name),
    value: clip(value ?? ''),
  };
}
