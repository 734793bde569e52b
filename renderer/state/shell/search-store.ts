/** What stands in the search box, for the list it was typed for. In memory only, gone at every lock. */
import { create } from 'zustand';
import { onWipe } from '#renderer/state/session/lock-hooks.ts';
import { useRoute } from './route-store.ts';

interface SearchState {
  readonly text: string;
}

const LISTS = ['worklist', 'patients', 'templates'];

export const useSearch = create<SearchState>()(() => ({ text: '' }));

/** The list that shows what is typed here; undefined where the screen is none. */
export function searchedList(path: readonly string[] = useRoute.getState().path): string | undefined {
  const name = path[0] ?? 'worklist';
  return path.length <= 1 && LISTS.includes(name) ? name : undefined;
}

/** The list the text is for, also while something of it is open. */
let list = searchedList();

/** From a screen without a list the text is for the worklist. */
export function setSearch(text: string): void {
  list = searchedList() ?? 'worklist';
  useSearch.setState({ text });
}

// Words for one list find nothing in another.
useRoute.subscribe(({ path }) => {
  const shown = searchedList(path);
  if (shown === undefined || shown === list) return;
  list = shown;
  useSearch.setState({ text: '' });
});

onWipe(() => setSearch(''));
