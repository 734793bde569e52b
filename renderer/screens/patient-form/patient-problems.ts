/** Validates the patient form and returns each problem with its field and a sentence on how to fix it. */
import type { TFunction } from 'i18next';
import { NAME_MAX_CHARS } from '#contract/limits.ts';
import { dateProblem } from '#renderer/components/dates/DateField.tsx';
import { parseLenientDate } from '#renderer/components/dates/lenient-date.ts';
import type { PatientValues } from '#renderer/components/records/patient/patient-values.ts';
import { ageInYears } from '#renderer/messages/dates.ts';

/** Above the highest age ever recorded, 122. */
const AGE_MAX_YEARS = 125;

export type PatientField = 'legal_name' | 'display_name' | 'birth_date' | 'email' | `identifier_${number}`;

export interface PatientProblem {
  readonly field: PatientField;
  readonly label: string;
  readonly sentence: string;
}

/** Validates the form. @param opened values when the form was opened; an unchanged birth date is not reported */
export function patientProblems(
  values: PatientValues,
  t: TFunction,
  opened?: PatientValues,
): PatientProblem[] {
  const problems: PatientProblem[] = [];
  const add = (field: PatientField, label: string, sentence: string | undefined) => {
    if (sentence !== undefined) problems.push({ field, label, sentence });
  };
  const { legal_name, display_name, email } = values;
  if (legal_name.trim() === '' && display_name.trim() === '') {
    add('legal_name', t('patients.legalName'), t('patients.nameMissing'));
  }
  if (legal_name.length > NAME_MAX_CHARS) add('legal_name', t('patients.legalName'), t('patients.nameLong'));
  if (display_name.length > NAME_MAX_CHARS)
    add('display_name', t('patients.displayName'), t('patients.nameLong'));
  if (opened === undefined || values.birth_date !== opened.birth_date)
    add('birth_date', t('patients.birthDate'), birthProblem(values, t));
  if (email.trim() !== '' && !/^\S+@\S+$/.test(email.trim())) {
    add('email', t('patients.email'), t('patients.emailWrong'));
  }
  return problems;
}

function birthProblem({ birth_date }: PatientValues, t: TFunction): string | undefined {
  const read = parseLenientDate(birth_date);
  if ((read.kind === 'day' || read.kind === 'moment') && new Date(read.iso).getTime() > Date.now()) {
    return t('patients.dateFuture');
  }
  if (read.kind === 'day' || read.kind === 'moment') {
    const age = ageInYears(read.iso);
    return age > AGE_MAX_YEARS ? t('patients.dateAge', { age }) : undefined;
  }
  return dateProblem(read, t);
}
