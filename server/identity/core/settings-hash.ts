import type { Settings } from '#contract/access/credentials.ts';
import { encodeBase64Url } from '#crypto/bytes.ts';
import { sha256 } from '#crypto/sha256.ts';
import { TlvWriter } from '#crypto/tlv.ts';

const TAG = { label: 1, name: 2, text: 3, number: 4 } as const;

/**
 * Base64url SHA-256 of the settings, as an administrator signs it. Fields are hashed by name. Nulls, and values equal
 * to the behaviour before the setting existed, are left out, so new settings change no old hash.
 */
export function settingsHash(settings: Settings): string {
  const writer = new TlvWriter().field(TAG.label, 'srv.v1/settings');
  for (const [name, value] of Object.entries(settings).sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (value === null || (name === 'passphrase_certificates' && value === 'any')) continue;
    writer.field(TAG.name, name).field(typeof value === 'string' ? TAG.text : TAG.number, value);
  }
  return encodeBase64Url(sha256(writer.bytes()));
}
