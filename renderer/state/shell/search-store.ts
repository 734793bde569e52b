/** Store of the search text and the list it belongs to. In memory only, cleared at every lock. */
import { create } from 'zustand';
import { onWipe } from '#renderer/state/session/lock-hooks.ts';
import { useRoute } from './route-store.ts';

interface SearchState {
  readonly text: string;
}

const LISTS = ['worklist', 'patients', 'templates'];

export const useSearch = create<SearchState>()(() => ({ text: '' }));

/** Returns the list the search applies to; undefined for a screen without one. */
export function searchedList(path: readonly string[] = useRoute.getState().path): string | undefined {
  const name = path[0] ?? 'worklist';
  return path.length <= 1 && LISTS.includes(name) ? name : undefined;
}

/** List of the text, also while an item of it is open. */
let list = searchedList();

/** Sets the text; from a screen without a list it applies to the worklist. */
export function setSearch(text: string): void {
  list = searchedList() ?? 'worklist';
  useSearch.setState({ text });
}

// Clear the text when another list opens.
useRoute.subscribe(({ path }) => {
  const shown = searchedList(path);
  if (shown === undefined || shown === list) return;
  list = shown;
  useSearch.setState({ text: '' });
});

onWipe(() => setSearch(''));
