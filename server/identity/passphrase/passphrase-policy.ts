/**
 * The one rule for new passphrases: long enough, and not easy to guess.
 * Source: choices, "Sessions and principals" (≥12 characters and zxcvbn ≥3, else 422).
 */

import { VaultError } from '#contract/errors/vault-error.ts';
import { PASSPHRASE_MIN_CHARS, PASSPHRASE_MIN_ZXCVBN_SCORE } from '#contract/limits.ts';
import { estimateStrength } from './strength-estimator.ts';

/** Number of characters that are scored; more add time without changing the verdict. */
const SCORED_CHARS = 128;

/**
 * `personal`: names an attacker would try first (workspace, owner). `whose`: the requesting principal; each has one
 * estimate at a time.
 * @throws invalid_request with advice that never repeats the passphrase; rate_limited; protocol_error.
 */
export async function assertStrongPassphrase(
  whose: string,
  passphrase: string,
  personal: readonly string[],
): Promise<void> {
  const text = passphrase.normalize('NFKC');
  if (!text.isWellFormed() || [...text].length < PASSPHRASE_MIN_CHARS) {
    throw new VaultError('invalid_request', `passphrase: at least ${PASSPHRASE_MIN_CHARS} characters.`);
  }
  const { score, advice } = await estimateStrength(whose, text.slice(0, SCORED_CHARS), personal);
  if (score >= PASSPHRASE_MIN_ZXCVBN_SCORE) return;
  throw new VaultError(
    'invalid_request',
    `passphrase: too easy to guess (strength ${score} of 4, at least ${PASSPHRASE_MIN_ZXCVBN_SCORE} needed). ${advice || 'Use several unrelated words.'}`,
  );
}
