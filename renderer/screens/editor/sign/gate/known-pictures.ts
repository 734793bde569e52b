/**
 * Whose the pictures of the exam are by their own files, to compare the report's key images with. Read while the
 * report is written, so that the gate does not open with a question that answers itself.
 */
import { useLayoutEffect, useMemo } from 'react';
import { create } from 'zustand';
import { examOwner } from '#renderer/components/records/exam/exam-owner.ts';
import { fileOwner, knownPicture } from '#renderer/components/records/findings/known-picture.ts';
import { useEditingSession, useEditingState } from '#renderer/editor/editing-session/editing-context.ts';
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
      .map(({ node_id, header }) =>
        knownPicture(node_id, fileOwner(header), examOwner(patient, examDate), attributes),
      );
  }, [nodes, stacks, patient, examDate, attributes]);
  useLayoutEffect(() => {
    useStore.setState({ pictures });
    return forget;
  }, [pictures]);
}
