/**
 * Finds identifiers of patient and staff, known from the record, in any text, ignoring spacing, case and accents. They
 * are removed without asking. Source: 45 CFR 164.514(b)(2)(i).
 */
import type { ExamRecord, JsonObject, PatientRecord } from '#contract/documents/records.ts';
import { foldText } from '#records/folded-text.ts';
import { accessionNumber } from '#records/identity/accession-number.ts';
import { identifierValues } from '#records/identity/identifiers.ts';
import { isJsonObject } from '#records/json-object.ts';

export interface Place {
  readonly from: number;
  readonly to: number;
}

export interface KnownIdentifiers {
  /** Positions in a text, in order and not overlapping. */
  readonly find: (text: string) => Place[];
  readonly areIn: (text: string) => boolean;
  /** Terms as written and folded, for searching bytes. */
  readonly terms: readonly string[];
}

/** Parts of names that are also common words. */
const PARTICLES = new Set(
  'von van der den dem des de da di du la le el al und and zu zum zur ten ter mr mrs ms dr prof frau herr md phd med'.split(
    ' ',
  ),
);
const TRANSLITERATIONS: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ø: 'oe', å: 'aa' };
/** Keys whose text names a person, in data of programs and imports. */
const PERSON_KEY =
  /(?:^|_)(?:by|name|names|performers?|interpreters?|persons?|physicians?|to|told|from|contact)$/;
/** A name of this length also matches as the beginning of a longer word; shorter ones would match too many. */
const STEM_MIN_CHARS = 6;
/** Shortest value that is searched for; shorter ones are too common. */
const VALUE_MIN_CHARS = 3;

/** Identifiers from the pictures. */
export interface MoreIdentifiers {
  readonly names: readonly string[];
  readonly values: readonly string[];
}

interface Token extends Place {
  readonly folded: string;
}

export function knownIdentifiers(
  exam: Pick<ExamRecord, 'custom_attributes'>,
  patient: PatientRecord | null,
  more: MoreIdentifiers = { names: [], values: [] },
): KnownIdentifiers {
  const nameWords = [
    ...(patient === null ? [] : [patient.legal_name, patient.display_name]),
    ...personsIn(exam.custom_attributes),
    ...personsIn(patient?.custom_attributes ?? null),
    ...more.names,
  ]
    .flatMap((name) => [name, transliterated(name)])
    .flatMap((name) => tokensOf(name).map(({ from, to, folded }) => ({ word: name.slice(from, to), folded })))
    .filter(({ folded }) => folded.length > 1 && !PARTICLES.has(folded) && !/^\d+$/.test(folded));
  const names = new Set(nameWords.map(({ folded }) => folded));
  const writtenValues = [
    ...identifierValues(patient?.identifiers),
    ...[patient?.external_id, patient?.email, patient?.phone, accessionNumber(exam.custom_attributes)],
    ...addressTexts(patient?.address ?? null),
    ...more.values,
  ]
    .filter((value) => typeof value === 'string')
    .filter((value) => compact(value).length >= VALUE_MIN_CHARS);
  const values = new Set(writtenValues.map(compact));
  const longest = Math.max(0, ...[...values].map(({ length }) => length));
  const stems = [...names].filter((name) => name.length >= STEM_MIN_CHARS);

  function isName(word: string): boolean {
    return (
      names.has(word) || names.has(word.replace(/e?s$/, '')) || stems.some((stem) => word.startsWith(stem))
    );
  }

  /** End of a value that begins with the token at `start`, whatever separates its parts. */
  function valueEnd(tokens: readonly Token[], start: number, text: string): number | undefined {
    let joined = '';
    for (let at = start; at < tokens.length; at += 1) {
      const [token, before] = [tokens[at], tokens[at - 1]];
      if (token === undefined) return undefined;
      const gap = at === start || before === undefined ? '' : text.slice(before.to, token.from);
      if (gap.length > 3 || gap.includes('\n')) return undefined;
      joined += token.folded;
      if (joined.length > longest) return undefined;
      if (values.has(joined)) return at;
    }
    return undefined;
  }

  function find(text: string): Place[] {
    const tokens = tokensOf(text);
    const places: Place[] = [];
    for (let at = 0; at < tokens.length; at += 1) {
      const token = tokens[at];
      if (token === undefined) break;
      const end = valueEnd(tokens, at, text);
      const last = end === undefined ? undefined : tokens[end];
      if (end !== undefined && last !== undefined) {
        places.push({ from: token.from, to: last.to });
        at = end;
      } else if (isName(token.folded)) places.push({ from: token.from, to: token.to });
    }
    return places;
  }

  return {
    find,
    areIn: (text) => find(text).length > 0,
    terms: [...new Set([...nameWords.map(({ word }) => word), ...names, ...writtenValues, ...values])],
  };
}

/** Spelling without diacritics. */
function transliterated(name: string): string {
  return name
    .normalize('NFC')
    .replaceAll(/[äöüøåÄÖÜØÅ]/g, (letter) => TRANSLITERATIONS[letter.toLowerCase()] ?? letter);
}

function tokensOf(text: string): Token[] {
  return Array.from(text.matchAll(/[\p{L}\p{M}\p{N}]+/gu), ({ 0: word, index }) => ({
    from: index,
    to: index + word.length,
    folded: foldText(word),
  }));
}

function compact(value: string): string {
  return tokensOf(value)
    .map(({ folded }) => folded)
    .join('');
}

function personsIn(attributes: JsonObject | null): string[] {
  const found: string[] = [];
  const walk = (value: unknown, isPerson: boolean): void => {
    if (typeof value === 'string' && isPerson) found.push(value);
    else if (Array.isArray(value)) for (const entry of value) walk(entry, isPerson);
    else if (isJsonObject(value))
      for (const [key, entry] of Object.entries(value)) walk(entry, PERSON_KEY.test(key));
  };
  walk(attributes ?? {}, false);
  return found;
}

/** Whole lines and their longer words; the country may stay. */
function addressTexts(address: PatientRecord['address']): string[] {
  const lines =
    typeof address === 'string'
      ? address.split('\n')
      : [...(address?.lines ?? []), address?.city, address?.region, address?.postal_code];
  const texts = lines.filter((line) => typeof line === 'string');
  const words = texts.flatMap((line) => line.match(/[\p{L}\p{M}]{4,}|\d{4,}/gu) ?? []);
  return [...texts, ...words].filter((word) => !PARTICLES.has(foldText(word)));
}
