/**
 * The name of a vault's CA, which a browser shows beside each certificate it issued: eight random hexadecimal digits at
 * its end tell two vaults apart. A CA from before that has none, and hands its name on.
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

/** The digits; undefined where the name has none. */
export function markOf(ca: X509Certificate): string | undefined {
  return / ([0-9a-f]{8})$/.exec(commonNameOf(ca))?.[1];
}
