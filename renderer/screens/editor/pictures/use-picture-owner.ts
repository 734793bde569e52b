/**
 * Compares the patient and date in a picture's file with its exam. A mismatch is asked about once, and the
 * answer is stored in the exam's record. A reader without write access sees the picture while it stays open.
 */
import type { DicomHeader } from '#contract/drives/dicom.ts';
import {
  type FileOwner,
  isOwnerConfirmed,
  type OwnerDifference,
  ownerDifferences,
  withConfirmedOwner,
} from '#records/identity/picture-owner.ts';
import { examOwner } from '#renderer/components/records/exam/exam-owner.ts';
import {
  currentSigner,
  useEditingSession,
  useEditingState,
} from '#renderer/editor/editing-session/editing-context.ts';
import type { ReportPatient } from '#renderer/screens/editor/frame/use-patient.ts';
import { patientCache } from '#renderer/state/record-cache/record-caches.ts';
import { usePictures } from './pictures-store.ts';

export interface PictureOwner {
  readonly file: FileOwner;
  readonly differences: readonly OwnerDifference[];
  /** True until the question is answered; the picture does not open before. */
  readonly isAsked: boolean;
  /** True if the answer is stored; otherwise it lasts while the pictures are open. */
  readonly isKept: boolean;
  readonly sayTheirs: () => void;
}

/** Compares a file with the date of its exam. */
export function usePictureOwner(
  patient: ReportPatient | undefined,
): (header: DicomHeader, examDate: string | null) => PictureOwner {
  const work = useEditingSession();
  const attributes = useEditingState((state) => state.meta.custom_attributes);
  const isKept = useEditingState((state) => state.readOnly === undefined);
  const looked = usePictures((state) => state.looked);
  return (header, examDate) => {
    const { patient_name, patient_id, patient_birth_date, study_date } = header;
    const file: FileOwner = { patient_name, patient_id, patient_birth_date, study_date };
    const differences = ownerDifferences(file, examOwner(patient, examDate));
    const key = JSON.stringify(file);
    return {
      file,
      differences,
      isAsked: differences.length > 0 && !isOwnerConfirmed(attributes, file) && !looked.includes(key),
      isKept,
      sayTheirs: () => {
        const { meta, readOnly } = work.store.getState();
        if (readOnly !== undefined) {
          usePictures.setState({ looked: [...looked, key] });
          return;
        }
        const { name, now } = currentSigner();
        const said = { said_by: name, said_at: now().toISOString() };
        const kept = withConfirmedOwner(meta.custom_attributes, file, said);
        work.set({ meta: { ...meta, custom_attributes: kept } });
        work.edited();
      },
    };
  };
}

/** Returns false until the report's patient is loaded; no picture is confirmed before. */
export function useIsPatientKnown(patient: ReportPatient | undefined): boolean {
  const patientId = useEditingState((state) => state.index?.meta.patient_id);
  const progress = patientCache.use((state) => state.progress);
  return patient !== undefined || !patientId || progress === 'complete' || progress === 'failed';
}
