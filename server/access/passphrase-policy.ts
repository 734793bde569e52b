/**
 * The one rule for new passphrases: long enough, and not easy to guess. The dictionaries are loaded at first
 * use, because only setting a passphrase needs them.
 * Source: choices, "Sessions and principals" (≥12 characters and zxcvbn ≥3, else 422).
 */

import type { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { PASSPHRASE_MIN_CHARS, PASSPHRASE_MIN_ZXCVBN_SCORE } from '#contract/limits.ts';
import { VaultError } from '#contract/vault-error.ts';

/** Guessing cost beyond this length adds nothing but time. */
const SCORED_CHARS = 128;

let scorer: Promise<ZxcvbnFactory> | undefined;

async function loadScorer(): Promise<ZxcvbnFactory> {
  const [core, common, english] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-en'),
  ]);
  return new core.ZxcvbnFactory({
    dictionary: { ...common.dictionary, ...english.dictionary },
    graphs: common.adjacencyGraphs,
    translations: english.translations,
  });
}

/**
 * `personal`: names an attacker would try first (workspace, owner).
 * @throws invalid_request with what to do better; never repeats the passphrase.
 */
export async function assertStrongPassphrase(passphrase: string, personal: readonly string[]): Promise<void> {
  const text = passphrase.normalize('NFKC');
  if (!text.isWellFormed() || [...text].length < PASSPHRASE_MIN_CHARS) {
    throw new VaultError('invalid_request', `passphrase: at least ${PASSPHRASE_MIN_CHARS} characters.`);
  }
  scorer ??= loadScorer();
  const { score, feedback } = (await scorer).check(text.slice(0, SCORED_CHARS), [...personal]);
  if (score >= PASSPHRASE_MIN_ZXCVBN_SCORE) return;
  const advice = [feedback.warning, ...feedback.suggestions].filter(Boolean).join(' ');
  throw new VaultError(
    'invalid_request',
    `passphrase: too easy to guess (strength ${score} of 4, at least ${PASSPHRASE_MIN_ZXCVBN_SCORE} needed). ${advice || 'Use several unrelated words.'}`,
  );
}
