/** The matching of QIDO-RS and C-FIND: single values, lists of UIDs, wild cards, ranges of dates. Source: DICOM PS3.4 C.2.2.2. */
import type { DicomHeader } from '#contract/drives/dicom.ts';
import { VaultError } from '#contract/vault-error.ts';
import { foldText } from '#records/folded-text.ts';
import { attributeNamed, type Level } from './header-json.ts';

export type QueryParameters = Readonly<Record<string, string | readonly string[]>>;

export interface Query {
  readonly limit: number;
  readonly offset: number;
  readonly matches: (header: DicomHeader) => boolean;
  /** Of the study, where the query names exactly one. */
  readonly study_uid: string | undefined;
  /** Any of them in the study; empty: whatever is in it. */
  readonly modalities: readonly string[];
}

const LIMIT_DEFAULT = 100;
const LIMIT_MAX = 1000;
/** Said and ignored, as the standard allows: the answer always has the same attributes. */
const IGNORED = new Set(['includefield', 'fuzzymatching', 'emptyvaluematching', 'multiplevaluematching']);
const MODALITIES = new Set(['ModalitiesInStudy', '00080061']);

/** @throws invalid_request for a parameter that is no attribute of the level, or a bad limit or offset. */
export function parseQuery(level: Level, parameters: QueryParameters): Query {
  const tests: ((header: DicomHeader) => boolean)[] = [];
  let limit = LIMIT_DEFAULT;
  let offset = 0;
  let study_uid: string | undefined;
  let modalities: readonly string[] = [];
  for (const [name, given] of Object.entries(parameters)) {
    const value = typeof given === 'string' ? given : given.join('\\');
    if (IGNORED.has(name.toLowerCase())) continue;
    if (name === 'limit') limit = Math.min(wholeNumber(name, value), LIMIT_MAX);
    else if (name === 'offset') offset = wholeNumber(name, value);
    else if (MODALITIES.has(name)) modalities = value.split(/[\\,]/).filter(Boolean);
    else {
      const attribute = attributeNamed(level, name);
      if (attribute === undefined) {
        throw new VaultError(
          'invalid_request',
          `The query names an attribute that is not matched here: ${name.slice(0, 64)}.`,
        );
      }
      const { vr, field } = attribute;
      if (field === 'study_uid' && !/[\\,*?]/.test(value)) study_uid = value;
      const test = matcher(vr, value);
      tests.push((header) => test(header[field]));
    }
  }
  return { limit, offset, modalities, study_uid, matches: (header) => tests.every((test) => test(header)) };
}

/** Whether a value matches a key of this kind; an empty key matches everything. */
function matcher(vr: string, key: string): (value: unknown) => boolean {
  if (key === '' || key === '*') return () => true;
  if (vr === 'UI') {
    const wanted = key.split(/[\\,]/);
    return (value) => wanted.includes(String(value ?? ''));
  }
  if (vr === 'DA' && key.includes('-')) {
    const [from = '', to = ''] = key.replaceAll('.', '').split('-');
    return (value) =>
      typeof value === 'string' && (from === '' || value >= from) && (to === '' || value <= to);
  }
  const isWild = /[*?]/.test(key);
  const pattern = wildcard(foldText(key));
  return (value) => {
    const text = foldText(value === null || value === undefined ? '' : String(value));
    return isWild ? pattern(text) : text === foldText(key);
  };
}

/** `*` and `?` alone mean something; matched without going back more than once for each star. */
function wildcard(pattern: string): (text: string) => boolean {
  return (text) => {
    let [at, in_, star, mark] = [0, 0, -1, 0];
    while (in_ < text.length) {
      if (pattern[at] === '*') {
        star = at;
        mark = in_;
        at += 1;
      } else if (pattern[at] === '?' || pattern[at] === text[in_]) {
        at += 1;
        in_ += 1;
      } else if (star >= 0) {
        at = star + 1;
        mark += 1;
        in_ = mark;
      } else return false;
    }
    while (pattern[at] === '*') at += 1;
    return at === pattern.length;
  };
}

function wholeNumber(name: string, text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new VaultError('invalid_request', `${name} must be a whole number.`);
}
