/**
 * The common name of a vault's CA, which browsers show beside its certificates. Eight random hex digits at its end
 * distinguish two vaults. Older CAs have none; their successors keep the name.
 */
import type { X509Certificate } from 'node:crypto';
import { encodeHex } from '#crypto/bytes.ts';
import { randomBytes } from '#crypto/random.ts';

const CA_NAME = 'Sealed Records Vault CA';
const MARK_BYTES = 4;

export function newCaName(): string {
  return `${CA_NAME} ${encodeHex(randomBytes(MARK_BYTES))}`;
}

export function commonNameOf({ subject }: X509Certificate): string {
  return /^CN=(.+)$/m.exec(subject)?.[1] ?? CA_NAME;
}

/** Returns the eight digits; undefined where the name has none. */
export function markOf(ca: X509Certificate): string | undefined {
  return / ([0-9a-f]{8})$/.exec(commonNameOf(ca))?.[1];
}
