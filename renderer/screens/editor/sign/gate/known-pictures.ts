/**
 * Whose the pictures of the exam are by their own files, to compare the report's key images with. Read while the
 * report is written, so that the gate does not open with a question that answers itself.
 */
import { useLayoutEffect, useMemo } from 'react';
import { create } from 'zustand';
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
import { useFigures } from '#renderer/screens/editor/panels/files/use-figures.ts';
import { onWipe } from '#renderer/state/session/lock-hooks.ts';
import type { KnownPicture } from '#report/checks/identity/figure-owners.ts';

type KnownPictures = readonly KnownPicture[] | 'unread';

const useStore = create<{ readonly pictures: KnownPictures }>()(() => ({ pictures: 'unread' }));
const forget = () => useStore.setState({ pictures: 'unread' });

onWipe(forget);

/** React hook that returns `unread` until the pictures of a report with key images were read. */
export function useKnownPictures(): KnownPictures {
  return useStore((state) => state.pictures);
}

/** React hook that reads the pictures of the open report, once it has a key image. */
export function useKnownPicturesWatch(patient: ReportPatient | undefined): void {
  const { documents } = useEditingSession();
  const groupId = useEditingState((state) => state.index?.security_group_id);
  const examDate = useEditingState((state) => state.meta.exam_date);
  const attributes = useEditingState((state) => state.meta.custom_attributes);
  const isAsked = useFigures().length > 0 && documents.resource === 'exams';
  const { nodes, stacks } = useExamFiles(isAsked ? groupId : undefined, documents.id);
  const pictures = useMemo((): KnownPictures => {
    if (nodes === undefined) return 'unread';
    return stacks
      .flatMap((stack) => stack.pictures)
      .map(({ node_id, header }): KnownPicture => {
        const { patient_name, patient_id, patient_birth_date, study_date } = header;
        const file: FileOwner = { patient_name, patient_id, patient_birth_date, study_date };
        const [first] = ownerDifferences(file, examOwner(patient, examDate));
        const whose = first === undefined ? null : wordOf(first, file);
        return { node_id, whose, is_said: isOwnerConfirmed(attributes, file) };
      });
  }, [nodes, stacks, patient, examDate, attributes]);
  useLayoutEffect(() => {
    useStore.setState({ pictures });
    return forget;
  }, [pictures]);
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
