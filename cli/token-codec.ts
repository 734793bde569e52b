import { createHash } from 'node:crypto';
import type { TokenCodec } from '#contract/access/credential-token.ts';

/** Node's byte functions for the credential token's pure format. */
export const TOKEN_CODEC: TokenCodec = {
  encodeUtf8: (text) => new TextEncoder().encode(text),
  decodeUtf8: (bytes) => new TextDecoder('utf-8', { fatal: true }).decode(bytes),
  sha256: (bytes) => createHash('sha256').update(bytes).digest(),
  encodeBase64Url: (bytes) => Buffer.from(bytes).toString('base64url'),
  decodeBase64Url: (text) => {
    const bytes = Buffer.from(text, 'base64url');
    // Node skips what is no base64url: only the canonical form counts.
    if (bytes.toString('base64url') !== text) throw new Error('This is not canonical base64url.');
    return bytes;
  },
};
