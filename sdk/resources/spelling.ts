import { type CheckedSpelling, SPELLING_ROUTES, type SpellingLanguage } from '#contract/spelling/routes.ts';
import { assertGiven } from '#sdk/http/argument-checks.ts';
import type { CallOptions } from '#sdk/http/call.ts';
import type { HttpExchange } from '#sdk/http/send-call.ts';
import type { VaultPromise } from '#sdk/http/vault-promise.ts';

/** API of spelling checks by the dictionaries on the vault's computer. */
export interface SpellingApi {
  readonly check: (
    language: SpellingLanguage,
    words: readonly string[],
    options?: CallOptions,
  ) => VaultPromise<CheckedSpelling>;
  readonly suggest: (
    language: SpellingLanguage,
    word: string,
    options?: CallOptions,
  ) => VaultPromise<{ suggestions: string[] }>;
}

export function createSpellingApi(exchange: HttpExchange): SpellingApi {
  return {
    check: (language, words, options) => {
      assertGiven(Array.isArray(words), "spelling.check takes a list of words, as in check('en', ['lobe']).");
      return exchange.call(SPELLING_ROUTES.check, { body: { language, words: [...words] }, options });
    },
    suggest: (language, word, options) =>
      exchange.call(SPELLING_ROUTES.suggest, { body: { language, word }, options }),
  };
}
