/** Reads whose the pictures of the exam are by their own files, to compare the report's key images with. */
import { useMemo } from 'react';
import {
  type FileOwner,
  isOwnerConfirmed,
  type OwnerDifference,
  ownerDifferences,
} from '#records/identity/picture-owner.ts';
import { examOwner } from '#renderer/components/records/exam/exam-owner.ts';
import { useEditingSession, useEditingState } from '#renderer/editor/editing-session/editing-context.ts';
import { shortDay } from '#renderer/messages/dates.ts';
import { dicomDay, personName } from '#renderer/pictures/series-stack.ts';
import type { ReportPatient } from '#renderer/screens/editor/frame/use-patient.ts';
import { useExamFiles } from '#renderer/screens/editor/panels/files/use-exam-files.ts';
import type { KnownPicture } from '#report/checks/identity/figure-owners.ts';

/** Returns `unread` until they were read. */
export function useKnownPictures(patient: ReportPatient | undefined): readonly KnownPicture[] | 'unread' {
  const { documents } = useEditingSession();
  const groupId = useEditingState((state) => state.index?.security_group_id);
  const examDate = useEditingState((state) => state.meta.exam_date);
  const attributes = useEditingState((state) => state.meta.custom_attributes);
  const { nodes, stacks } = useExamFiles(groupId, documents.id);
  return useMemo(() => {
    if (nodes === undefined) return 'unread';
    const pictures = stacks.flatMap((stack) => stack.pictures);
    return pictures.map(({ node_id, header }): KnownPicture => {
      const { patient_name, patient_id, patient_birth_date, study_date } = header;
      const file: FileOwner = { patient_name, patient_id, patient_birth_date, study_date };
      const [first] = ownerDifferences(file, examOwner(patient, examDate));
      const whose = first === undefined ? null : wordOf(first, file);
      return { node_id, whose, is_said: isOwnerConfirmed(attributes, file) };
    });
  }, [nodes, stacks, patient, examDate, attributes]);
}

/** Says by what the file differs; a name says more than a number. */
function wordOf(difference: OwnerDifference, file: FileOwner): string {
  const day = (value: string | null) => {
    const read = dicomDay(value);
    return read === undefined ? (value ?? '') : shortDay(read);
  };
  if (difference === 'study_date') return day(file.study_date);
  const born = difference === 'birth_date' ? day(file.patient_birth_date) : '';
  return [personName(file.patient_name), file.patient_id, born].filter(Boolean).join(', ');
}
