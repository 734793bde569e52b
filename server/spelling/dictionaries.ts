/**
 * Finds Hunspell dictionaries on this machine: first in the folder an administrator configured, then the platform's.
 * Never downloads any.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SpellingLanguage } from '#contract/spelling/routes.ts';

export interface DictionaryFiles {
  readonly affixes: string;
  /** Word lists in order: the dictionary of the language, then medical terms. */
  readonly words: readonly string[];
}

export interface DictionaryTexts {
  readonly affixes: string;
  readonly words: string;
}

/** Preferred variants in order; any other variant of the language follows. */
const PREFERRED: Readonly<Record<SpellingLanguage, readonly string[]>> = {
  en: ['en_US', 'en_GB'],
  de: ['de_DE', 'de_DE_frami'],
  es: ['es_ES', 'es'],
  fr: ['fr_FR', 'fr'],
  pt: ['pt_BR', 'pt_PT'],
};
const ENCODING = /^SET\s+(\S+)/m;

/** Finds the dictionary of a language; undefined where no folder has one. */
export function findDictionary(
  folders: readonly string[],
  language: SpellingLanguage,
): DictionaryFiles | undefined {
  const files = folders.flatMap((folder) =>
    existsSync(folder) ? readdirSync(folder).map((name) => ({ name, path: join(folder, name) })) : [],
  );
  const find = (name: string) => files.find((file) => file.name === name)?.path;
  const variants = files.flatMap(
    ({ name }) => new RegExp(`^(${language}[_-]\\w+)\\.aff$`).exec(name)?.[1] ?? [],
  );
  for (const variant of [...PREFERRED[language], ...variants]) {
    const [affixes, words] = [find(`${variant}.aff`), find(`${variant}.dic`)];
    if (affixes === undefined || words === undefined) continue;
    const medical = files.filter(({ name }) => new RegExp(`^${language}[_-]med.*\\.dic$`).test(name));
    return { affixes, words: [words, ...medical.map(({ path }) => path)] };
  }
  return undefined;
}

/** Merges all lists into one dictionary in Unicode, whatever their encoding. */
export function readDictionary(
  { affixes, words }: DictionaryFiles,
  more: readonly string[] = [],
): DictionaryTexts {
  const bytes = readFileSync(affixes);
  const encoding = (ENCODING.exec(bytes.toString('latin1'))?.[1] ?? 'ISO8859-1').replace(
    /^ISO-?8859/i,
    'iso-8859',
  );
  const decode = (content: Uint8Array) => {
    try {
      return new TextDecoder('utf-8', { fatal: true }).decode(content);
    } catch {
      return new TextDecoder(encoding.toLowerCase() === 'utf-8' ? 'iso-8859-1' : encoding).decode(content);
    }
  };
  // The first line of each list is its number of words.
  const listed = words.flatMap((path) => decode(readFileSync(path)).split(/\r?\n/).slice(1));
  const lines = [...listed, ...more];
  return {
    affixes: decode(bytes).replace(ENCODING, 'SET UTF-8'),
    words: `${lines.length}\n${lines.join('\n')}\n`,
  };
}
