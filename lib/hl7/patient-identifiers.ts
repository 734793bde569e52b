/**
 * Builds PID-3: every patient number with its issuer, so that equal numbers of two hospitals stay distinct.
 * Source: HL7 v2.5.1, 3.4.2.3 and 2.A.14 (CX), 2.A.33 (HD).
 */

import type { RecordOf } from '#contract/documents/records.ts';
import { VaultError } from '#contract/errors/vault-error.ts';
import { trimEndOf } from '#records/trim-end.ts';
import { escapeHl7 } from './escape-text.ts';

interface Numbered {
  readonly value: string;
  readonly type: string;
  readonly system: string;
}

/** Identifier type of an exam without a patient, whose id is no patient number. Table 0203: unspecified. */
const UNSPECIFIED = 'U';

export class NoPatientNumberError extends VaultError {
  constructor() {
    super(
      'invalid_request',
      'HL7 needs a number of the patient, and this patient has none. Give the patient an identifier, then send again.',
    );
  }
}

/** Never empty. @throws NoPatientNumberError */
export function patientIdentifiers(
  patient: RecordOf['patients'] | null,
  { document_id, vault_name }: { readonly document_id: string; readonly vault_name: string },
): string {
  if (patient === null) return cx({ value: document_id, type: UNSPECIFIED, system: vault_name });
  const numbers = numbersOf(patient);
  if (numbers.length === 0) throw new NoPatientNumberError();
  return [...new Set(numbers.map(cx))].join('~');
}

function numbersOf({ identifiers, external_id }: RecordOf['patients']): Numbered[] {
  const listed: Numbered[] = Array.isArray(identifiers)
    ? identifiers.map(({ value, type, system }) => ({ value, type: type ?? '', system: system ?? '' }))
    : Object.entries(identifiers ?? {}).map(([type, value]) => ({ value, type, system: '' }));
  const known = listed.filter(({ value }) => hasText(value));
  if (known.length > 0 || external_id === null || !hasText(external_id)) return known;
  return [{ value: external_id, type: '', system: '' }];
}

/** True when text remains without control characters. */
function hasText(value: string): boolean {
  return escapeHl7(value).trim() !== '';
}

function cx({ value, type, system }: Numbered): string {
  return trimEndOf(`${escapeHl7(value.trim())}^^^${authority(system.trim())}^${escapeHl7(type)}`, /\^/);
}

/** HD: a name, or an id with its type. */
function authority(system: string): string {
  const oid = /^(?:urn:oid:)?(\d+(?:\.\d+)+)$/i.exec(system)?.[1];
  if (oid !== undefined) return `&${oid}&ISO`;
  const uuid = /^urn:uuid:(.+)$/i.exec(system)?.[1];
  if (uuid !== undefined) return `&${escapeHl7(uuid)}&UUID`;
  return /^[a-z][a-z\d+.-]*:/i.test(system) ? `&${escapeHl7(system)}&URI` : escapeHl7(system);
}
