/** One language's dictionary in WebAssembly: whether a word is right, and what it may have been meant to be. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Hunspell } from 'hunspell-wasm';
import initialise from 'hunspell-wasm/wasm/hunspell.js';
import type { SpellingLanguage } from '#contract/spelling/routes.ts';
import type { DictionaryTexts } from './dictionaries.ts';

export interface Speller {
  readonly isRight: (word: string) => boolean;
  readonly suggest: (word: string) => string[];
}

/** Its declaration leaves out what it takes. */
const createModule: (given: { readonly wasmBinary: Uint8Array }) => Promise<unknown> = initialise;

const SUGGESTIONS_MAX = 7;
/** Shorter parts make words of anything. */
const PART_MIN_CHARS = 4;
/** What German sets between the parts of a word. */
const JOINTS = ['', 's', 'n', 'es', 'en'];

export async function createSpeller(language: SpellingLanguage, texts: DictionaryTexts): Promise<Speller> {
  const wasm = fileURLToPath(import.meta.resolve('hunspell-wasm/wasm/hunspell.wasm'));
  const hunspell = new Hunspell(
    await createModule({ wasmBinary: readFileSync(wasm) }),
    texts.affixes,
    texts.words,
  );
  const knows = (word: string) => hunspell.testSpelling(word);

  function isRight(word: string): boolean {
    // An apostrophe is written in two ways, and some list the words in capitals alone.
    const plain = word.replaceAll('’', "'");
    if (knows(plain) || knows(plain.toLowerCase())) return true;
    if (plain.includes('-')) return plain.split('-').every((part) => part === '' || isRight(part));
    if (/^\p{Ll}/u.test(plain) && knows(capitalised(plain))) return language === 'en';
    return language === 'de' && isCompound(plain);
  }

  /** Lists of medical terms say nothing of how their words join: Pleuraerguss is Pleura and Erguss. */
  function isCompound(word: string): boolean {
    for (let at = PART_MIN_CHARS; at <= word.length - PART_MIN_CHARS; at += 1) {
      const second = word.slice(at);
      if (!knows(capitalised(second)) && !knows(second)) continue;
      const first = word.slice(0, at);
      if (
        JOINTS.some((joint) => first.endsWith(joint) && isPart(first.slice(0, first.length - joint.length)))
      )
        return true;
    }
    return false;
  }

  function isPart(part: string): boolean {
    return part.length >= PART_MIN_CHARS && (knows(capitalised(part)) || knows(part.toLowerCase()));
  }

  return { isRight, suggest: (word) => hunspell.getSpellingSuggestions(word).slice(0, SUGGESTIONS_MAX) };
}

function capitalised(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1).toLowerCase();
}
