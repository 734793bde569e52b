/** Patient and date of an exam, with which picture files are compared. */
import type { Identifiers } from '#contract/documents/records.ts';
import { identifierValues } from '#records/identity/identifiers.ts';
import type { ExamOwner } from '#records/identity/picture-owner.ts';
import { dayKey } from '#renderer/messages/dates.ts';

export interface OwnerPatient {
  readonly name: string;
  readonly legal_name: string;
  readonly birth_date: string | null;
  readonly identifiers: Identifiers;
}

export function examOwner(patient: OwnerPatient | undefined, examDate: string | null): ExamOwner {
  return {
    names: patient ? [patient.name, patient.legal_name].filter((name) => name !== '') : [],
    birth_date: patient?.birth_date ?? null,
    ids: identifierValues(patient?.identifiers),
    days: examDate === null ? [] : [dayKey(examDate), examDate],
  };
}
