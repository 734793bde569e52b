/**
 * Estimates the strength of a passphrase with the same estimator as the server. Its dictionaries load on
 * first use.
 */
import { PASSPHRASE_MIN_CHARS, PASSPHRASE_MIN_ZXCVBN_SCORE } from '#contract/limits.ts';

export interface Strength {
  readonly score: 0 | 1 | 2 | 3 | 4;
  /** Number of Unicode characters. */
  readonly characters: number;
  readonly enough: boolean;
}

async function loadEstimator() {
  const [{ ZxcvbnFactory }, common, english] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-en'),
  ]);
  return new ZxcvbnFactory({
    dictionary: { ...common.dictionary, ...english.dictionary },
    graphs: common.adjacencyGraphs,
  });
}

let estimator: ReturnType<typeof loadEstimator> | undefined;

export async function passphraseStrength(
  passphrase: string,
  known: readonly string[] = [],
): Promise<Strength> {
  estimator ??= loadEstimator();
  const zxcvbn = await estimator;
  // Cut at 100 characters, because the estimator's time grows with length and the score no longer changes.
  const { score } = zxcvbn.check(passphrase.slice(0, 100), [...known]);
  const characters = [...passphrase].length;
  return {
    score,
    characters,
    enough: characters >= PASSPHRASE_MIN_CHARS && score >= PASSPHRASE_MIN_ZXCVBN_SCORE,
  };
}
