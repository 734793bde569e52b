import { useTranslation } from 'react-i18next';
import type { PendingChange } from '#contract/sync/travelling-copy.ts';
import { useEditingSession } from '#renderer/editor/editing-session/editing-context.ts';
import { conflictsIn, useTravelCopy } from '#renderer/state/vault/travelling-copy.ts';

/** The change of this report that met another version at the clinic; undefined for any other conflict. */
export function useSyncConflict(): PendingChange | undefined {
  const { documents } = useEditingSession();
  const status = useTravelCopy((state) => state.status);
  return conflictsIn(status).find(({ id }) => id === documents.id);
}

/** What the two sides are called where they were written by people, and where one of them was away. */
type SideWord =
  | 'baseNote'
  | 'theirsHead'
  | 'mineHead'
  | 'theirs'
  | 'theirsShort'
  | 'onlyTheirs'
  | 'renewed'
  | 'useTheirs';

interface SideFacts {
  readonly seq?: number;
  readonly time?: string;
}

export function useSideWords(): (word: SideWord, facts?: SideFacts) => string {
  const { t } = useTranslation();
  const isClinic = useSyncConflict() !== undefined;
  return (word, { seq = 0, time = '' } = {}) =>
    t(isClinic ? `travel.sides.${word}` : `review.conflict.${word}`, { seq, time });
}
