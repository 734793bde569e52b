import { CRYPTO_ERROR_MESSAGE } from '#contract/errors/vault-error.ts';

/** Says that something sealed did not open, never why: one message, no cause, so that no caller becomes an oracle. */
export class CryptoError extends Error {
  override readonly name = 'CryptoError';

  constructor() {
    super(CRYPTO_ERROR_MESSAGE);
  }
}
