/** A patient being created for an exam that is not made yet: the exam's form returns with them. */
import { onWipe } from '#renderer/state/session/lock-hooks.ts';
import { openOverlay, type TypedExam } from '#renderer/state/shell/overlay-store.ts';
import { navigate } from '#renderer/state/shell/route-store.ts';

interface PatientForExam {
  /** Typed as the patient in the exam's form. */
  readonly text: string;
  readonly exam: TypedExam;
}

let pending: PatientForExam | undefined;

export function createPatientFor(exam: TypedExam, text: string): void {
  pending = { text, exam };
  navigate(['patients', 'new']);
}

export function patientForExam(): PatientForExam | undefined {
  return pending;
}

/** Call once the patient's form is left. */
export function forgetPatientForExam(): void {
  pending = undefined;
}

export function continueExam(patient_id: string, typed: TypedExam): void {
  openOverlay({ kind: 'new_exam', patient_id, typed });
}

onWipe(forgetPatientForExam);
