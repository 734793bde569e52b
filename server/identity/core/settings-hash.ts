import type { Settings } from '#contract/access/credentials.ts';
import { encodeBase64Url } from '#crypto/bytes.ts';
import { sha256 } from '#crypto/sha256.ts';
import { TlvWriter } from '#crypto/tlv.ts';

const TAG = { label: 1, name: 2, text: 3, number: 4 } as const;

/**
 * Base64url SHA-256 of the settings, as an administrator signs it. By name, and what is null is left out, so a
 * setting that comes later and is null changes no hash. Nor does one that stands as it was before there was a choice.
 */
export function settingsHash(settings: Settings): string {
  const writer = new TlvWriter().field(TAG.label, 'srv.v1/settings');
  for (const [name, value] of Object.entries(settings).sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (value === null || (name === 'passphrase_certificates' && value === 'any')) continue;
    writer.field(TAG.name, name).field(typeof value === 'string' ? TAG.text : TAG.number, value);
  }
  return encodeBase64Url(sha256(writer.bytes()));
}
