/** What stands in the search box. In memory only, gone at every lock. */
import { create } from 'zustand';
import { onWipe } from '#renderer/state/lock-hooks.ts';

interface SearchState {
  readonly text: string;
}

export const useSearch = create<SearchState>()(() => ({ text: '' }));

export function setSearch(text: string): void {
  useSearch.setState({ text });
}

onWipe(() => setSearch(''));
