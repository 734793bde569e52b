/**
 * Parses the query field `text`: words as beginnings of words, "phrases" of whole words, and `section:` before either.
 * Source: choices, third part (Text search).
 */
import { VaultError } from '#contract/errors/vault-error.ts';
import { SEARCH_WORDS_MAX } from '#contract/limits.ts';
import type { TextTerm } from '#server/storage/search/text-columns.ts';
import { columnOfName } from './report-sentences.ts';
import { placedWords } from './sentences.ts';

const TERM = /(?:([\p{L}_]+):\s*)?(?:"([^"]*)"?|([^\s"]+))/gu;

/** @throws invalid_request without any word, or for too many, which would block other requests. */
export function parseTextQuery(text: string): TextTerm[] {
  const terms = [...text.matchAll(TERM)].flatMap(([, name = '', phrase, word = '']) => {
    const column = columnOfName(name) ?? null;
    // Not a section, so what is before the colon is text as well.
    const written = column === null && name !== '' ? `${name} ${phrase ?? word}` : (phrase ?? word);
    const [first, ...rest] = placedWords(written).map((placed) => placed.word);
    if (first === undefined) return [];
    return [{ column, words: [first, ...rest], isPrefix: phrase === undefined } satisfies TextTerm];
  });
  const count = terms.reduce((sum, { words }) => sum + words.length, 0);
  if (count === 0) throw new VaultError('invalid_request', 'text: send at least one word.');
  if (count > SEARCH_WORDS_MAX)
    throw new VaultError('invalid_request', `text: at most ${SEARCH_WORDS_MAX} words.`);
  return terms;
}
