import type { Preferences } from '#contract/access/session.ts';
import { VaultError } from '#contract/errors/vault-error.ts';
import { PREFERENCES_MAX_BYTES } from '#contract/limits.ts';
import { utf8 } from '#crypto/bytes.ts';
import type { Actor } from '#server/identity/actor/actor.ts';
import type { AccessCore } from '#server/identity/core/identity-dependencies.ts';
import { openPreferences, sealPreferences } from '#server/identity/core/sealed-preferences.ts';

export interface PreferencesService {
  /** Returns `{}` before the first put. */
  readonly getPreferences: (actor: Actor) => Preferences;
  /** Stores preferences. @throws invalid_request when larger than 256 KiB as JSON. */
  readonly putPreferences: (actor: Actor, preferences: Preferences) => Promise<Preferences>;
}

/** Stores each principal's own JSON object, sealed under a key derived from the principal's. */
export function createPreferences(core: AccessCore): PreferencesService {
  return {
    getPreferences(actor) {
      const packed = core.stores.principals.findPreferences(actor.principal_id);
      if (packed === undefined) return {};
      const { preferencesKey } = core.keysOf(actor);
      return openPreferences(preferencesKey, packed, actor);
    },
    async putPreferences(actor, preferences) {
      // A lone half of a surrogate pair is escaped by JSON.stringify, so the text is well formed.
      if (utf8(JSON.stringify(preferences)).length > PREFERENCES_MAX_BYTES) {
        throw new VaultError(
          'invalid_request',
          `Preferences: at most ${PREFERENCES_MAX_BYTES} bytes as JSON.`,
        );
      }
      const { preferencesKey } = core.keysOf(actor);
      const packed = sealPreferences(preferencesKey, preferences, actor);
      await core.commits.write(() => core.stores.principals.updatePreferences(actor.principal_id, packed));
      return preferences;
    },
  };
}
