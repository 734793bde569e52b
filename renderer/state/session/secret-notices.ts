/** What a person is told after an unlock: which ways into this account were made since this person last looked. */
import { create } from 'zustand';
import type { OwnSecret } from '#contract/access/session.ts';
import { vault } from '#renderer/api/vault-client.ts';
import { setPreference, usePreferences } from '#renderer/state/preferences-store.ts';
import { newSecrets, SEEN_SECRETS, seenSecrets } from '#sdk/new-secrets.ts';
import { onWipe } from './lock-hooks.ts';

interface SecretNotices {
  /** Those to be told of. */
  readonly made: readonly OwnSecret[];
  /** All there were at the unlock: one made since is told of at the next. */
  readonly known: readonly OwnSecret[];
}

const NONE: SecretNotices = { made: [], known: [] };

export const useSecretNotices = create<SecretNotices>()(() => NONE);

/** For a person whose preferences are loaded. */
export async function loadSecretNotices(): Promise<void> {
  const { loaded, values } = usePreferences.getState();
  if (!loaded) return;
  const { secrets = [] } = await vault().session.get();
  useSecretNotices.setState({ made: newSecrets(secrets, values), known: secrets });
}

/** Where that cannot be kept, the next unlock tells of them again. */
export async function dismissSecretNotices(): Promise<void> {
  const { known } = useSecretNotices.getState();
  useSecretNotices.setState(NONE);
  if (usePreferences.getState().loaded)
    await setPreference(SEEN_SECRETS, seenSecrets(known)).catch(() => undefined);
}

onWipe(() => useSecretNotices.setState(NONE));
