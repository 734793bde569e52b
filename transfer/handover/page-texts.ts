/** Texts of the hand-over page, in the reader's language. */
import { de } from './texts/de.ts';
import { en, type Words } from './texts/en.ts';
import { es } from './texts/es.ts';
import { fr } from './texts/fr.ts';
import { pt } from './texts/pt.ts';

export type { Words };

const TEXTS = { en, de, es, fr, pt } as const;

type Language = keyof typeof TEXTS;

/** Returns the first of the reader's languages that the page speaks, otherwise English. */
export function wordsFor(languages: readonly string[]): { readonly tag: Language; readonly words: Words } {
  const isSpoken = (tag: string): tag is Language => Object.hasOwn(TEXTS, tag);
  const tag = languages.map((known) => known.slice(0, 2).toLowerCase()).find(isSpoken) ?? 'en';
  return { tag, words: TEXTS[tag] };
}
