import { useState } from 'react';
import type { DocumentView } from '#contract/documents/views.ts';
import { fieldText } from '#renderer/components/records/patient/differing-fields.ts';
import { type PatientValues, valuesOf } from '#renderer/components/records/patient/patient-values.ts';
import type { PatientForm } from './use-patient-form.ts';

type Side = 'mine' | 'theirs';

interface ConflictChoice {
  /** Values in the form when the conflict was found. */
  readonly mine: PatientValues;
  readonly other: PatientValues;
  readonly chosen: (key: keyof PatientValues) => Side;
  readonly choose: (key: keyof PatientValues, side: Side) => void;
}

/** React hook that puts one side's value of a field into the form and keeps the other available. */
export function useConflictChoice(form: PatientForm, theirs: DocumentView<'patients'>): ConflictChoice {
  const [mine] = useState(form.values);
  const other = valuesOf(theirs.record, theirs.summary.tags);
  return {
    mine,
    other,
    chosen: (key) => (fieldText(form.values, key) === fieldText(other, key) ? 'theirs' : 'mine'),
    choose: (key, side) => form.change({ [key]: (side === 'mine' ? mine : other)[key] }),
  };
}
