/** Parses the parameters of a QIDO-RS query. Source: DICOM PS3.18 8.3.4. */
import type { DicomHeader } from '#contract/drives/dicom.ts';
import { VaultError } from '#contract/errors/vault-error.ts';
import { matcher } from '#records/identity/dicom-match.ts';
import { attributeNamed, type Level } from './qido-result.ts';

export type QueryParameters = Readonly<Record<string, string | readonly string[]>>;

export interface Query {
  readonly limit: number;
  readonly offset: number;
  readonly matches: (header: DicomHeader) => boolean;
  /** The study's UID, where the query names exactly one. */
  readonly study_uid: string | undefined;
  /** Matches studies with any of them; empty: every study. */
  readonly modalities: readonly string[];
}

const LIMIT_DEFAULT = 100;
const LIMIT_MAX = 1000;
/** Accepted and ignored, as the standard allows: results always have the same attributes. */
const IGNORED = new Set(['includefield', 'fuzzymatching', 'emptyvaluematching', 'multiplevaluematching']);
const MODALITIES = new Set(['ModalitiesInStudy', '00080061']);

/**
 * Parses a query.
 * @throws invalid_request for a parameter that is no attribute of the level, or a bad limit or offset.
 */
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
        // The name is not repeated, because a client may have put a patient's data in its place.
        throw new VaultError(
          'invalid_request',
          'The query names an attribute that cannot be matched here. Leave it out.',
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

function wholeNumber(name: string, text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new VaultError('invalid_request', `${name} must be a whole number.`);
}
