/** Store of exams opened in this window, last one first. Ids only; cleared at every lock. */
import { create } from 'zustand';
import { onWipe } from '#renderer/state/session/lock-hooks.ts';
import { useRoute } from '#renderer/state/shell/route-store.ts';

interface RecentExams {
  readonly ids: readonly string[];
}

const RECENT_MAX = 5;

export const useRecentExams = create<RecentExams>()(() => ({ ids: [] }));

useRoute.subscribe(({ path: [screen, id] }) => {
  if (screen !== 'exams' || id === undefined) return;
  useRecentExams.setState(({ ids }) => ({
    ids: [id, ...ids.filter((known) => known !== id)].slice(0, RECENT_MAX),
  }));
});

onWipe(() => useRecentExams.setState({ ids: [] }));
