/**
 * Routes that check spelling of single words, by dictionaries of this machine. Source: choices, second part,
 * "Spelling".
 */
import { type Static, Type } from 'typebox';
import { typedRoutes } from '#contract/route.ts';

export const SPELLING_LANGUAGES = ['en', 'de', 'es', 'fr', 'pt'] as const;
export type SpellingLanguage = (typeof SPELLING_LANGUAGES)[number];

const SPELLING_WORD_MAX_CHARS = 100;
export const SPELLING_WORDS_MAX = 1000;

const LanguageSchema = Type.Unsafe<SpellingLanguage>({ type: 'string', enum: [...SPELLING_LANGUAGES] });
const WordSchema = Type.String({ minLength: 1, maxLength: SPELLING_WORD_MAX_CHARS });

const CheckBodySchema = Type.Object(
  { language: LanguageSchema, words: Type.Array(WordSchema, { maxItems: SPELLING_WORDS_MAX }) },
  { additionalProperties: false },
);

const CheckedSchema = Type.Object({
  /** False where this machine has no dictionary of the language: no word is reported then. */
  available: Type.Boolean(),
  misspelled: Type.Array(Type.String()),
});
export type CheckedSpelling = Static<typeof CheckedSchema>;

const SuggestBodySchema = Type.Object(
  { language: LanguageSchema, word: WordSchema },
  { additionalProperties: false },
);

const session = { auth: 'session', success: 200, method: 'POST', passive: true } as const;

export const SPELLING_ROUTES = typedRoutes({
  check: {
    ...session,
    path: '/v1/spelling/check',
    operation_id: 'checkSpelling',
    summary: 'Which of these words no dictionary of this machine knows; words are kept nowhere',
    body: CheckBodySchema,
    response: CheckedSchema,
  },
  suggest: {
    ...session,
    path: '/v1/spelling/suggestions',
    operation_id: 'suggestSpelling',
    summary: 'What a misspelled word may have been meant to be, the likeliest first',
    body: SuggestBodySchema,
    response: Type.Object({ suggestions: Type.Array(Type.String()) }),
  },
});
