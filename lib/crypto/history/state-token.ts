/**
 * State token: a position in the commit chain with proof that a server of the vault issued it. The proof is
 * HMAC-SHA256, cut to 16 bytes, under a random key of the epoch that servers share and clients never see. Source:
 * clinic design, section 11.
 */
import { parseVaultState } from '#contract/vault-state.ts';
import { decodeBase64Url, encodeBase64Url, equalBytes, utf8 } from '#crypto/bytes.ts';
import { CryptoError } from '#crypto/crypto-error.ts';
import { hmac } from '#crypto/keys/group-subkeys.ts';
import { randomBytes } from '#crypto/random.ts';

const KEY_BYTES = 32;
const PROOF_BYTES = 16;
const LABEL = 'srv.v1/told-state/';

export interface StateToken {
  readonly epoch: number;
  readonly commit_count: number;
  /** Link of the commit chain, 32 bytes. */
  readonly chain: Uint8Array;
  /** The token's text as issued. */
  readonly text: string;
}

export function generateStateKey(): Uint8Array {
  return randomBytes(KEY_BYTES);
}

export function encodeStateToken(
  key: Uint8Array,
  { epoch, commit_count, chain }: Omit<StateToken, 'text'>,
): string {
  const place = `${epoch}.${commit_count}.${encodeBase64Url(chain)}`;
  return `${place}.${encodeBase64Url(proofOf(key, place))}`;
}

/** Parses a state token from its text; verifies nothing. Undefined for malformed text. */
export function parseStateToken(text: string): StateToken | undefined {
  const told = parseVaultState(text);
  if (told === undefined) return undefined;
  try {
    const { epoch, commit_count, link } = told;
    return { epoch, commit_count, chain: decodeBase64Url(link), text };
  } catch (error) {
    if (error instanceof CryptoError) return undefined;
    throw error;
  }
}

/** True when a server with this key issued the token. */
export function isAuthentic(key: Uint8Array, { text }: StateToken): boolean {
  const end = text.lastIndexOf('.');
  const proof = Buffer.from(text.slice(end + 1), 'base64url');
  return equalBytes(proof, proofOf(key, text.slice(0, end)));
}

function proofOf(key: Uint8Array, place: string): Uint8Array {
  return hmac(key, utf8(LABEL + place)).subarray(0, PROOF_BYTES);
}
