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

const WASM = fileURLToPath(import.meta.resolve('hunspell-wasm/wasm/hunspell.wasm'));
const SUGGESTIONS_MAX = 7;
/** Shorter parts make words of anything. */
const PART_MIN_CHARS = 4;
/** Of the words a dictionary lists; more are left to Hunspell, which knows what may stand where. */
const PARTS_MAX = 3;
/** What German sets between the parts of a word. */
const JOINTS = ['', 's', 'n', 'es', 'en'];
/** What lets Hunspell make words of words: milliseconds each, where looking one up takes microseconds. */
const COMPOUNDING = /^COMPOUND(FLAG|BEGIN|MIDDLE|END|RULE)\b.*$/gm;

export async function createSpeller(language: SpellingLanguage, texts: DictionaryTexts): Promise<Speller> {
  const module = await createModule({ wasmBinary: readFileSync(WASM) });
  const hunspell = new Hunspell(module, texts.affixes, texts.words);
  const knows = (word: string) => hunspell.testSpelling(word);
  const listed = listedWords(language, module, texts) ?? knows;

  function isRight(word: string): boolean {
    // An apostrophe is written in two ways, and some list the words in capitals alone.
    const plain = word.replaceAll('’', "'");
    if (listed(plain) || listed(plain.toLowerCase())) return true;
    if (plain.includes('-')) return plain.split('-').every((part) => part === '' || isRight(part));
    if (language === 'de' && isCompound(plain, listed, PARTS_MAX)) return true;
    if (listed !== knows && (knows(plain) || knows(plain.toLowerCase()))) return true;
    if (/^\p{Ll}/u.test(plain) && knows(capitalised(plain))) return language === 'en';
    return language === 'de' && isCompound(plain, knows, 2);
  }

  return { isRight, suggest: (word) => hunspell.getSpellingSuggestions(word).slice(0, SUGGESTIONS_MAX) };
}

/** The words a German dictionary lists, with their endings; undefined for a language that joins no words. */
function listedWords(language: SpellingLanguage, module: unknown, { affixes, words }: DictionaryTexts) {
  if (language !== 'de') return undefined;
  const hunspell = new Hunspell(module, affixes.replace(COMPOUNDING, ''), words);
  return (word: string) => hunspell.testSpelling(word);
}

/**
 * Lists of medical terms say nothing of how their words join: Pleuraerguss is Pleura and Erguss.
 * @param parts it may have at most
 */
function isCompound(word: string, knows: (part: string) => boolean, parts: number): boolean {
  const isPart = (part: string) =>
    part.length >= PART_MIN_CHARS && (knows(capitalised(part)) || knows(part.toLowerCase()));
  for (let at = PART_MIN_CHARS; at <= word.length - PART_MIN_CHARS; at += 1) {
    const first = word.slice(0, at);
    if (!JOINTS.some((joint) => first.endsWith(joint) && isPart(first.slice(0, first.length - joint.length))))
      continue;
    const second = word.slice(at);
    if (isPart(second) || (parts > 2 && isCompound(second, knows, parts - 1))) return true;
  }
  return false;
}

function capitalised(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1).toLowerCase();
}
