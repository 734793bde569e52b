import type { Identifiers } from '#contract/documents/records.ts';
import { identifierText, mainIdentifier } from '#records/identity/identifiers.ts';
import type { PaperDates } from './format-dates.ts';

export interface PaperPatient {
  readonly name: string;
  readonly birth_date: string | null;
  readonly biological_sex?: string | null;
  readonly identifiers: Identifiers;
}

/** The patient's line at the top of every page. */
export function patientLine(patient: PaperPatient | undefined, dates: PaperDates): string {
  if (patient === undefined) return '';
  const identifier = mainIdentifier(patient.identifiers);
  return [
    patient.name,
    patient.birth_date && dates.shortDay(patient.birth_date),
    identifier && identifierText(identifier),
  ]
    .filter(Boolean)
    .join(', ');
}
