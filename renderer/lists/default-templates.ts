/** Default template of new exams per modality: preference `default_templates`, template ids by modality. */
import { setPreference, usePreferences } from '#renderer/state/preferences-store.ts';

const PREFERENCE = 'default_templates';

function defaultsIn(values: Readonly<Record<string, unknown>>): ReadonlyMap<string, string> {
  const stored = values[PREFERENCE];
  if (typeof stored !== 'object' || stored === null) return new Map();
  return new Map(
    Object.entries(stored).flatMap(([modality, id]): [string, string][] =>
      typeof id === 'string' ? [[modality, id]] : [],
    ),
  );
}

/** Template ids by modality in capitals. */
export function useDefaultTemplates(): ReadonlyMap<string, string> {
  return defaultsIn(usePreferences((state) => state.values));
}

/** Sets the default; undefined removes it, so that exams start empty. */
export async function setDefaultTemplate(modality: string, id: string | undefined): Promise<void> {
  const defaults = new Map(defaultsIn(usePreferences.getState().values));
  if (id === undefined) defaults.delete(modality.toUpperCase());
  else defaults.set(modality.toUpperCase(), id);
  await setPreference(PREFERENCE, Object.fromEntries(defaults));
}
