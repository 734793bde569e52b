import type { TokenCodec } from '#contract/access/credential-token.ts';
import { decodeBase64Url, encodeBase64Url, fromUtf8, utf8 } from '#crypto/bytes.ts';
import { sha256 } from '#crypto/sha256.ts';

/** Byte and Base64 functions for the token format in `lib/contract`, which may not depend on Node. */
export const TOKEN_CODEC: TokenCodec = {
  encodeUtf8: utf8,
  decodeUtf8: fromUtf8,
  sha256: (bytes) => sha256(bytes),
  encodeBase64Url,
  decodeBase64Url,
};
