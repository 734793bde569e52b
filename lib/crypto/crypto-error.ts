import { CRYPTO_ERROR_MESSAGE } from '#contract/errors/vault-error.ts';

/**
 * Thrown when sealed data does not open, without the reason: one message, no cause, so that no caller becomes an
 * oracle.
 */
export class CryptoError extends Error {
  override readonly name = 'CryptoError';

  constructor() {
    super(CRYPTO_ERROR_MESSAGE);
  }
}
