/** Saved views of a person: preference `worklist_views`. Stored text is validated before use. */
import { isStateKey } from '#renderer/components/records/record-state.ts';
import { setPreference, usePreferences } from '#renderer/state/preferences-store.ts';
import { BASES, type ExamFilter, NO_FILTER, type WorklistBase } from './exam-filter.ts';
import { useWorklist } from './worklist-store.ts';

export interface SavedView {
  readonly id: string;
  readonly name: string;
  readonly base: WorklistBase;
  readonly filter: ExamFilter;
}

const PREFERENCE = 'worklist_views';

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : [];
}

const text = (value: unknown) => (typeof value === 'string' ? value : undefined);

function parseView(value: unknown): SavedView | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const fields = new Map<string, unknown>(Object.entries(value));
  const [id, name] = [text(fields.get('id')), text(fields.get('name'))];
  const base = BASES.find((known) => known === fields.get('base'));
  const stored = fields.get('filter');
  if (!id || !name || !base || typeof stored !== 'object' || stored === null) return undefined;
  const filter = new Map<string, unknown>(Object.entries(stored));
  return {
    id,
    name,
    base,
    filter: {
      ...NO_FILTER,
      words: texts(filter.get('words')),
      modalities: texts(filter.get('modalities')),
      states: texts(filter.get('states')).filter(isStateKey),
      tags: texts(filter.get('tags')),
      has_draft: filter.get('has_draft') === true,
      date_from: text(filter.get('date_from')),
      date_to: text(filter.get('date_to')),
      identifier: text(filter.get('identifier')),
    },
  };
}

export function savedViews(values: Readonly<Record<string, unknown>>): SavedView[] {
  const stored = values[PREFERENCE];
  return Array.isArray(stored) ? stored.flatMap((view) => parseView(view) ?? []) : [];
}

export function useSavedViews(): SavedView[] {
  return savedViews(usePreferences((state) => state.values));
}

export async function saveView(name: string, base: WorklistBase, filter: ExamFilter): Promise<void> {
  const view: SavedView = { id: crypto.randomUUID(), name, base, filter };
  const views = [...savedViews(usePreferences.getState().values), view];
  useWorklist.setState({ base, filter, saved_view_id: view.id });
  await setPreference(PREFERENCE, views);
}

export async function deleteView(id: string): Promise<void> {
  const views = savedViews(usePreferences.getState().values).filter((view) => view.id !== id);
  await setPreference(PREFERENCE, views);
}

export function showSavedView(view: SavedView): void {
  useWorklist.setState({ base: view.base, filter: view.filter, saved_view_id: view.id });
}
