/**
 * Loads the notice after an unlock about ways to unlock this account that are new since the person last
 * looked.
 */
import { create } from 'zustand';
import type { OwnSecret } from '#contract/access/session.ts';
import { vault } from '#renderer/api/vault-client.ts';
import { setPreference, usePreferences } from '#renderer/state/preferences-store.ts';
import { newSecrets, SEEN_SECRETS, seenSecrets } from '#sdk/new-secrets.ts';
import { onWipe } from './lock-hooks.ts';

interface SecretNotices {
  /** New ways to unlock the account that are to be shown. */
  readonly made: readonly OwnSecret[];
  /** All at the time of unlocking; one created later is shown at the next unlock. */
  readonly known: readonly OwnSecret[];
}

const NONE: SecretNotices = { made: [], known: [] };

export const useSecretNotices = create<SecretNotices>()(() => NONE);

/** Requires loaded preferences of the person. */
export async function loadSecretNotices(): Promise<void> {
  const { loaded, values } = usePreferences.getState();
  if (!loaded) return;
  const { secrets = [] } = await vault().session.get();
  useSecretNotices.setState({ made: newSecrets(secrets, values), known: secrets });
}

/** Marks them as seen. If saving fails, the next unlock shows them again. */
export async function dismissSecretNotices(): Promise<void> {
  const { known } = useSecretNotices.getState();
  useSecretNotices.setState(NONE);
  if (usePreferences.getState().loaded)
    await setPreference(SEEN_SECRETS, seenSecrets(known)).catch(() => undefined);
}

onWipe(() => useSecretNotices.setState(NONE));
