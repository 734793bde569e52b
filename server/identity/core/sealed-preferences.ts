/** A principal's preferences, sealed under a key derived from the principal's own. */
import type { Preferences } from '#contract/access/session.ts';
import type { PrincipalId, WorkspaceId } from '#contract/ids.ts';
import { CryptoError } from '#crypto/crypto-error.ts';
import { prefsContext } from '#crypto/sealing/context.ts';
import { openJson, sealJson } from '#crypto/sealing/sealed-json.ts';

const PAD_TO = 256;
/** Schema 1: the object alone. Schema 2: the schema number before it. */
const SCHEMA = 2;

interface Owner {
  readonly workspace_id: WorkspaceId;
  readonly principal_id: PrincipalId;
}

/** Opens preferences. @throws CryptoError unless sealed for this principal */
export function openPreferences(
  key: Uint8Array,
  packed: Uint8Array,
  { workspace_id, principal_id }: Owner,
): Preferences {
  // The object is returned exactly as the caller sent it; no schema adds defaults.
  const { content } = openJson<unknown>(key, packed, prefsContext({ workspace_id, principal_id }), SCHEMA);
  if (!isPreferences(content)) throw new CryptoError();
  return content;
}

export function sealPreferences(
  key: Uint8Array,
  preferences: Preferences,
  { workspace_id, principal_id }: Owner,
): Uint8Array {
  const sealed = { schema: SCHEMA, content: preferences };
  return sealJson(key, sealed, prefsContext({ workspace_id, principal_id }), PAD_TO);
}

function isPreferences(value: unknown): value is Preferences {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
