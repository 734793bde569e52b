import { createHash } from 'node:crypto';
import type { TokenCodec } from '#contract/access/credential-token.ts';

/** Byte functions of Node for the pure format of credential tokens. */
export const TOKEN_CODEC: TokenCodec = {
  encodeUtf8: (text) => new TextEncoder().encode(text),
  decodeUtf8: (bytes) => new TextDecoder('utf-8', { fatal: true }).decode(bytes),
  sha256: (bytes) => createHash('sha256').update(bytes).digest(),
  encodeBase64Url: (bytes) => Buffer.from(bytes).toString('base64url'),
  decodeBase64Url: (text) => {
    const bytes = Buffer.from(text, 'base64url');
    // Accept only the canonical form, because Node skips invalid characters.
    if (bytes.toString('base64url') !== text) throw new Error('This is not canonical base64url.');
    return bytes;
  },
};
