/** Spell checker of one language in WebAssembly (Hunspell): checks words and suggests corrections. */
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

/** Module factory of Hunspell, whose own type declaration omits the parameter. */
const createModule: (given: { readonly wasmBinary: Uint8Array }) => Promise<unknown> = initialise;

const WASM = fileURLToPath(import.meta.resolve('hunspell-wasm/wasm/hunspell.wasm'));
const SUGGESTIONS_MAX = 7;
/** Shorter parts would make almost any word valid. */
const PART_MIN_CHARS = 4;
const PARTS_MAX = 3;
/** Longest word checked as a compound; for longer ones Hunspell takes up to a tenth of a second. */
const JOINED_MAX_CHARS = 11;
/** Linking letters between parts of a German compound. */
const JOINTS = ['', 's', 'n', 'es', 'en'];
/** Affix rules that enable compounding in Hunspell. */
const COMPOUNDING = /^COMPOUND(FLAG|BEGIN|MIDDLE|END|RULE)\b.*$/gm;

export async function createSpeller(language: SpellingLanguage, texts: DictionaryTexts): Promise<Speller> {
  const module = await createModule({ wasmBinary: readFileSync(WASM) });
  const hunspell = new Hunspell(module, texts.affixes, texts.words);
  const knows = (word: string) => hunspell.testSpelling(word);
  const joins = language === 'de' ? createJoiner(listedWords(module, texts), knows) : undefined;

  function isRight(word: string): boolean {
    // Apostrophes have two spellings, and some dictionaries list words in capitals only.
    const plain = word.replaceAll('’', "'");
    const isKnown = joins?.isWord ?? knows;
    if (isKnown(plain) || isKnown(plain.toLowerCase())) return true;
    if (plain.includes('-')) return plain.split('-').every((part) => part === '' || isRight(part));
    return joins === undefined ? knows(capitalised(plain)) : joins.isCompound(plain);
  }

  return { isRight, suggest: (word) => hunspell.getSpellingSuggestions(word).slice(0, SUGGESTIONS_MAX) };
}

/** Checks listed words with their endings, without compounds. */
function listedWords(module: unknown, { affixes, words }: DictionaryTexts) {
  const hunspell = new Hunspell(module, affixes.replace(COMPOUNDING, ''), words);
  return (word: string) => hunspell.testSpelling(word);
}

/**
 * German joins words, and medical word lists do not say how: Pleuraerguss is Pleura and Erguss.
 * @param knows tests a word with Hunspell, including its compounds
 */
function createJoiner(listed: (word: string) => boolean, knows: (word: string) => boolean) {
  const isWord = (word: string) => listed(word) || (word.length <= JOINED_MAX_CHARS && knows(word));

  /** Looks up each part once, wherever the word is split. */
  function isCompound(word: string): boolean {
    const known = new Map<string, boolean>();
    const isPart = (text: string) => {
      if (text.length < PART_MIN_CHARS) return false;
      const part = text.toLowerCase();
      const found = known.get(part) ?? (isWord(capitalised(part)) || isWord(part));
      known.set(part, found);
      return found;
    };
    const isFirst = (text: string) =>
      JOINTS.some((joint) => text.endsWith(joint) && isPart(text.slice(0, text.length - joint.length)));
    const isMade = (rest: string, parts: number): boolean => {
      for (let at = PART_MIN_CHARS; at <= rest.length - PART_MIN_CHARS; at += 1) {
        const second = rest.slice(at);
        if (isFirst(rest.slice(0, at)) && (isPart(second) || (parts > 2 && isMade(second, parts - 1))))
          return true;
      }
      return false;
    };
    return isMade(word, PARTS_MAX);
  }

  return { isWord, isCompound };
}

function capitalised(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1).toLowerCase();
}
