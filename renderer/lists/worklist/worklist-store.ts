/**
 * Store of the worklist: view, filters, order, selection. Survives leaving the screen and a lock, except for
 * the order.
 */
import { create } from 'zustand';
import { onWipe } from '#renderer/state/session/lock-hooks.ts';
import { type ExamFilter, NO_FILTER, type WorklistBase } from './exam-filter.ts';
import { DEFAULT_SORT, type ExamSort } from './exam-order.ts';

interface WorklistState {
  readonly base: WorklistBase;
  /** Id of the active saved view, if any. */
  readonly saved_view_id: string | undefined;
  readonly filter: ExamFilter;
  readonly sort: ExamSort;
  readonly selected_id: string | undefined;
  /** Ids in the shown order, for "next exam" and "previous exam". */
  readonly order: readonly string[];
}

const START: WorklistState = {
  base: 'recent',
  saved_view_id: undefined,
  filter: NO_FILTER,
  sort: DEFAULT_SORT,
  selected_id: undefined,
  order: [],
};

export const useWorklist = create<WorklistState>()(() => START);

export function showBase(base: WorklistBase): void {
  useWorklist.setState({ base, saved_view_id: undefined, filter: NO_FILTER });
}

export function setFilter(change: Partial<ExamFilter>): void {
  useWorklist.setState(({ filter }) => ({ filter: { ...filter, ...change }, saved_view_id: undefined }));
}

export function selectExam(id: string | undefined): void {
  useWorklist.setState({ selected_id: id });
}

// Filters and selection survive a lock, because they consist of ids; names are not stored.
onWipe(() => useWorklist.setState({ order: [] }));
