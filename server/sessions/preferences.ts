import type { Preferences } from '#contract/access/session.ts';
import { PREFERENCES_MAX_BYTES } from '#contract/limits.ts';
import { VaultError } from '#contract/vault-error.ts';
import { utf8 } from '#crypto/bytes.ts';
import { CryptoError } from '#crypto/crypto-error.ts';
import { prefsContext } from '#crypto/sealing/context.ts';
import type { SealContext } from '#crypto/sealing/context-bytes.ts';
import { openJson, sealJson } from '#crypto/sealing/sealed-json.ts';
import type { Actor } from '#server/access/actor.ts';
import type { AccessCore } from '#server/access/core/access-core.ts';

const PAD_TO = 256;
/** 1: bare. 2: numbered. */
const SCHEMA = 2;

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
      const { preferencesKey } = core.keysOf(actor);
      // The object is the caller's own, returned as sent: no schema fills anything in.
      const { content } = openJson<unknown>(preferencesKey, packed, contextOf(actor), SCHEMA);
      if (!isPreferences(content)) throw new CryptoError();
      return content;
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
      const sealed = { schema: SCHEMA, content: preferences };
      const packed = sealJson(preferencesKey, sealed, contextOf(actor), PAD_TO);
      await core.commits.write(() => core.stores.principals.updatePreferences(actor.principal_id, packed));
      return preferences;
    },
  };
}

function isPreferences(value: unknown): value is Preferences {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
