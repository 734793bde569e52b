/**
 * Store of the person's preferences: saved views, key map, macros. One JSON object, sealed by the server.
 * Unknown keys are kept.
 */
import { create } from 'zustand';
import type { Preferences } from '#contract/access/session.ts';
import { vault } from '#renderer/api/vault-client.ts';
import { onWipe } from './session/lock-hooks.ts';

interface PreferencesState {
  readonly loaded: boolean;
  readonly values: Preferences;
}

const EMPTY: PreferencesState = { loaded: false, values: {} };

export const usePreferences = create<PreferencesState>()(() => EMPTY);

export async function loadPreferences(): Promise<void> {
  usePreferences.setState({ loaded: true, values: await vault().session.getPreferences() });
}

/** Sets one key and saves the whole object. Throws the server's error; the value stays set in this window. */
export async function setPreference(key: string, value: unknown): Promise<void> {
  const values = { ...usePreferences.getState().values, [key]: value };
  usePreferences.setState({ values });
  await vault().session.putPreferences(values);
}

onWipe(() => usePreferences.setState(EMPTY));
