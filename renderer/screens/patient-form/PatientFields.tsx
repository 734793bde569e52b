/**
 * The fields of a patient record. A sex the list does not know, as after an import, stays selectable so that
 * editing does not lose it.
 */
import { useTranslation } from 'react-i18next';
import { Select } from '#renderer/components/controls/Select.tsx';
import { TextField } from '#renderer/components/controls/TextField.tsx';
import { DateField } from '#renderer/components/dates/DateField.tsx';
import type { PatientValues } from '#renderer/components/records/patient/patient-values.ts';
import { IdentifierRows } from './IdentifierRows.tsx';
import { fieldId } from './ProblemSummary.tsx';
import type { PatientProblem } from './patient-problems.ts';

interface PatientFieldsProps {
  readonly values: PatientValues;
  readonly problems: readonly PatientProblem[];
  readonly onChange: (part: Partial<PatientValues>) => void;
}

const SEXES = ['female', 'male', 'other', 'unknown'] as const;
type TextKey = Exclude<keyof PatientValues, 'identifiers'>;

export function PatientFields({ values, problems, onChange }: PatientFieldsProps) {
  const { t } = useTranslation();
  const errorOf = (field: string) => problems.find((problem) => problem.field === field)?.sentence;
  const field = (key: TextKey) => ({
    inputId: fieldId(key),
    value: values[key],
    onChange: (text: string) => onChange({ [key]: text }),
    error: errorOf(key),
  });
  const knownSex = SEXES.some((sex) => sex === values.biological_sex) || values.biological_sex === '';
  return (
    <>
      <fieldset>
        <legend>{t('patients.identity')}</legend>
        <TextField wide label={t('patients.legalName')} {...field('legal_name')} />
        <TextField
          wide
          label={t('patients.displayName')}
          help={t('patients.displayNameHelp')}
          placeholder={values.legal_name}
          {...field('display_name')}
        />
        <DateField label={t('patients.birthDate')} {...field('birth_date')} />
        <Select
          label={t('patients.sexAtBirth')}
          value={values.biological_sex}
          choices={[
            { value: '', label: t('patients.notChosen') },
            ...SEXES.map((sex) => ({ value: sex, label: t(`common.${sex}`) })),
            ...(knownSex ? [] : [{ value: values.biological_sex, label: values.biological_sex }]),
          ]}
          onChange={(sex) => onChange({ biological_sex: sex })}
        />
        <TextField label={t('patients.genderIdentity')} {...field('gender_identity')} />
        <TextField label={t('patients.raceIdentity')} {...field('race_identity')} />
      </fieldset>
      <fieldset>
        <legend>{t('patients.identifiers')}</legend>
        <IdentifierRows entries={values.identifiers} onChange={(identifiers) => onChange({ identifiers })} />
        <TextField wide label={t('patients.externalId')} mono {...field('external_id')} />
      </fieldset>
      <fieldset>
        <legend>{t('patients.contact')}</legend>
        <TextField label={t('patients.phone')} {...field('phone')} />
        <TextField label={t('patients.email')} {...field('email')} />
        <TextField wide multiline label={t('patients.street')} {...field('address')} />
      </fieldset>
      <fieldset>
        <legend>{t('patients.internalNotes')}</legend>
        <TextField wide multiline label={t('patients.internalNotes')} {...field('internal_notes')} />
        <TextField wide label={t('patients.tags')} help={t('patients.tagsHelp')} {...field('tags')} />
      </fieldset>
    </>
  );
}
