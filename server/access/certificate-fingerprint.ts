import { createHash } from 'node:crypto';

/** SHA-256 of a certificate's DER, lower-case hex: how certificates are told apart and revoked. */
export function certificateFingerprint(der: Uint8Array): string {
  return createHash('sha256').update(der).digest('hex');
}
