/** Whether the person has put the list of first steps away, on the worklist; kept for them, not for the computer. */
import { setPreference, usePreferences } from '#renderer/state/preferences-store.ts';

const HIDDEN = 'first_steps_hidden';

/** True also while the preferences are not read yet, so that the list does not come and go. */
export function useAreFirstStepsHidden(): boolean {
  return usePreferences(({ loaded, values }) => !loaded || values[HIDDEN] === true);
}

/** Not waited for: what is not kept is shown again at the next unlock. */
export function hideFirstSteps(isHidden: boolean): void {
  setPreference(HIDDEN, isHidden).catch(() => undefined);
}
