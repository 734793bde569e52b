import { encodeHex } from '#crypto/bytes.ts';
import { randomBytes } from '#crypto/random.ts';

const STEM_MAX_CHARS = 40;
const SUFFIX_BYTES = 4;
const NAMELESS = 'client';
const SUFFIX = /-[0-9a-f]{8}$/;

/**
 * The common name of a certificate issued for `name`: reduced to `[a-z0-9-]`, and 8 random hex digits
 * that make it unique. Source: choices, "Transport and client certificates".
 */
export function clientCn(name: string): string {
  const stem = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{Mark}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, STEM_MAX_CHARS)
    .replaceAll(/^-|-$/g, '');
  return `${stem || NAMELESS}-${encodeHex(randomBytes(SUFFIX_BYTES))}`;
}

/**
 * A common name as the signed list holds it: without the words of the name, because the list goes to people who may not
 * know it. The fingerprint beside it says which certificate is meant.
 */
export function listedCn(cn: string): string {
  const suffix = SUFFIX.exec(cn)?.[0];
  return suffix === undefined ? cn : `${NAMELESS}${suffix}`;
}
