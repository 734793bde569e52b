import { useEditingSession, useEditingState } from '#renderer/editor/editing-session/editing-context.ts';
import { useView } from './view-store.ts';

/** Returns true if the facts of the open exam can be corrected now: sealed, writable, no open conflict. */
export function useCanCorrectExam(): boolean {
  const { documents } = useEditingSession();
  const isWriteView = useView((state) => state.view.kind === 'write');
  const isOpen = useEditingState(
    ({ phase, base_version_id, readOnly, conflict, otherDraft }) =>
      phase === 'open' &&
      base_version_id !== null &&
      readOnly !== 'role' &&
      readOnly !== 'trashed' &&
      readOnly !== 'old_version' &&
      conflict === undefined &&
      otherDraft === undefined,
  );
  return documents.resource === 'exams' && isWriteView && isOpen;
}
