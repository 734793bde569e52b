import type { Coding } from 'fhir/r4.d.ts';

/** Code systems recognised by the form of their codes. */
const SYSTEMS: readonly { readonly form: RegExp; readonly system: string }[] = [
  { form: /^RID\d+$/, system: 'http://radlex.org' },
  { form: /^RDE\d+(?:\.\d+)?$/, system: 'https://radelement.org' },
  { form: /^\d{1,7}-\d$/, system: 'http://loinc.org' },
];

/**
 * Coding of a report field: RadLex, RadElement or LOINC, or `system|code` as in FHIR searches. Other codes get no
 * system.
 */
export function codingOfField(code: string): Coding {
  const bar = code.lastIndexOf('|');
  if (bar > 0) return { system: code.slice(0, bar), code: code.slice(bar + 1) };
  const system = SYSTEMS.find(({ form }) => form.test(code))?.system;
  return system === undefined ? { code } : { system, code };
}
