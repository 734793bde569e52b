import type { Preferences } from '#contract/access/session.ts';
import { PREFERENCES_MAX_BYTES } from '#contract/limits.ts';
import { VaultError } from '#contract/vault-error.ts';
import { fromUtf8, utf8 } from '#crypto/bytes.ts';
import { CryptoError } from '#crypto/crypto-error.ts';
import { prefsContext, type SealContext } from '#crypto/sealing/context.ts';
import { openPacked, sealPacked } from '#crypto/sealing/envelope.ts';
import type { Actor } from '../access/actor.ts';
import type { AccessCore } from '../access/core/access-core.ts';

const PAD_TO = 256;

export interface PreferencesService {
  /** `{}` before the first put. */
  readonly getPreferences: (actor: Actor) => Preferences;
  /** @throws invalid_request when larger than 256 KiB as JSON. */
  readonly putPreferences: (actor: Actor, preferences: Preferences) => Promise<Preferences>;
}

/** Each principal's own JSON object, sealed under a key derived from the principal's. */
export function createPreferences(core: AccessCore): PreferencesService {
  function contextOf({ workspace_id, principal_id }: Actor): SealContext {
    return prefsContext({ workspace_id, principal_id });
  }

  return {
    getPreferences(actor) {
      const packed = core.stores.principals.findPreferences(actor.principal_id);
      if (packed === undefined) return {};
      const opened = openPacked(core.keysOf(actor).preferencesKey, packed, contextOf(actor));
      const value: unknown = JSON.parse(fromUtf8(opened));
      if (!isPreferences(value)) throw new CryptoError();
      return value;
    },
    async putPreferences(actor, preferences) {
      const text = JSON.stringify(preferences);
      // A lone half of a surrogate pair is escaped by JSON.stringify, so the text is well formed.
      const plaintext = utf8(text);
      if (plaintext.length > PREFERENCES_MAX_BYTES) {
        throw new VaultError(
          'invalid_request',
          `Preferences: at most ${PREFERENCES_MAX_BYTES} bytes as JSON.`,
        );
      }
      const packed = sealPacked(core.keysOf(actor).preferencesKey, plaintext, contextOf(actor), PAD_TO);
      await core.commits.write(() => core.stores.principals.updatePreferences(actor.principal_id, packed));
      return preferences;
    },
  };
}

function isPreferences(value: unknown): value is Preferences {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
