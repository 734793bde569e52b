import { useTranslation } from 'react-i18next';
import type { PendingChange } from '#contract/sync/travelling-copy.ts';
import { useEditingSession } from '#renderer/editor/editing-session/editing-context.ts';
import { conflictsIn, useTravellingCopy } from '#renderer/state/vault/travelling-copy.ts';

/**
 * Returns the pending change of this report that conflicts with a version at the home vault. Undefined for
 * any other conflict.
 */
export function useSyncConflict(): PendingChange | undefined {
  const { documents } = useEditingSession();
  const status = useTravellingCopy((state) => state.status);
  return conflictsIn(status).find(({ id }) => id === documents.id);
}

/** Labels of the two sides: persons, or travelling copy and home vault. */
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
