/**
 * Detects how elements are encoded (byte order, explicit or implicit representation) from the bytes themselves, because
 * files may differ from their declaration. Source: DICOM PS3.5 7.1, 7.3.
 */
import { isPrivate, standardVr } from './dictionary.ts';
import { hasShortLength, isKnownVr } from './value-representation.ts';

export interface ElementEncoding {
  readonly isExplicit: boolean;
  readonly isLittleEndian: boolean;
}

export interface ElementHead {
  /** Tag of the element, eight hex digits in lower case. */
  readonly tag: string;
  /** Value representation as written; undefined where implicit. */
  readonly vr: string | undefined;
  readonly length: number;
  readonly dataOffset: number;
}

export const UNDEFINED_LENGTH = 0xffff_ffff;
export const LITTLE_EXPLICIT: ElementEncoding = { isExplicit: true, isLittleEndian: true };
export const LITTLE_IMPLICIT: ElementEncoding = { isExplicit: false, isLittleEndian: true };
export const BIG_EXPLICIT: ElementEncoding = { isExplicit: true, isLittleEndian: false };
const HEAD_BYTES = 8;
const LONG_HEAD_BYTES = 12;
/** Number of elements read to detect an encoding. */
const PROBED_ELEMENTS = 4;
const DELIMITERS = 'fffe';

/** Reads the head of an element: tag, representation, length. Undefined where the bytes end before `end`. */
export function readHead(
  data: DataView,
  at: number,
  end: number,
  { isExplicit, isLittleEndian }: ElementEncoding,
): ElementHead | undefined {
  if (at + HEAD_BYTES > end) return undefined;
  const tag = tagAt(data, at, isLittleEndian);
  const implicit = {
    tag,
    vr: undefined,
    length: data.getUint32(at + 4, isLittleEndian),
    dataOffset: at + HEAD_BYTES,
  };
  if (!isExplicit || tag.startsWith(DELIMITERS)) return implicit;
  const vr = String.fromCharCode(data.getUint8(at + 4), data.getUint8(at + 5));
  const short = { tag, vr, length: data.getUint16(at + 6, isLittleEndian), dataOffset: at + HEAD_BYTES };
  if (hasShortLength(vr)) return short;
  const long =
    at + LONG_HEAD_BYTES > end
      ? undefined
      : { tag, vr, length: data.getUint32(at + 8, isLittleEndian), dataOffset: at + LONG_HEAD_BYTES };
  if (isKnownVr(vr)) return long;
  // An unknown representation of a later standard has a length of four bytes; otherwise the following element decides.
  const candidates = /^[A-Z]{2}$/.test(vr) ? [long, short, implicit] : [short, implicit, long];
  const fitting = candidates.find(
    (head) => head !== undefined && isFollowed(data, head, end, isLittleEndian),
  );
  return fitting ?? (/^[A-Z]{2}$/.test(vr) ? long : short);
}

export function tagAt(data: DataView, at: number, isLittleEndian: boolean): string {
  const part = (offset: number) => data.getUint16(offset, isLittleEndian).toString(16).padStart(4, '0');
  return part(at) + part(at + 2);
}

/** True when an element with a higher tag, a delimiter or the end follows. */
function isFollowed(data: DataView, head: ElementHead, end: number, isLittleEndian: boolean): boolean {
  if (head.length === UNDEFINED_LENGTH) {
    return head.dataOffset + 4 <= end && tagAt(data, head.dataOffset, isLittleEndian).startsWith(DELIMITERS);
  }
  const next = head.dataOffset + head.length;
  if (next === end) return true;
  return next + HEAD_BYTES <= end && tagAt(data, next, isLittleEndian) > head.tag;
}

/**
 * The encoding in which elements from `at` are valid: `declared` if several are, undefined if none.
 * @param end end of the available bytes; the data set may be truncated.
 * @param elementsMin how many of the first four must be valid; fewer where there are fewer.
 */
export function encodingAt(
  data: DataView,
  at: number,
  end: number,
  declared: ElementEncoding,
  elementsMin = 1,
): ElementEncoding | undefined {
  let best = elementsMin - 1;
  let found: ElementEncoding | undefined;
  for (const encoding of [declared, LITTLE_EXPLICIT, LITTLE_IMPLICIT, BIG_EXPLICIT]) {
    const count = elementsIn(data, at, end, encoding);
    if (count > best) [best, found] = [count, encoding];
    if (best === PROBED_ELEMENTS) break;
  }
  return found;
}

/** Number of valid first elements: known tags in order, existing representations, fitting lengths. */
function elementsIn(data: DataView, start: number, end: number, encoding: ElementEncoding): number {
  let count = 0;
  let before = '';
  for (let at = start; count < PROBED_ELEMENTS; count += 1) {
    if (at === end) return PROBED_ELEMENTS;
    const head = plainHead(data, at, end, encoding);
    if (head === undefined || head.tag <= before) return count;
    if (head.tag.startsWith(DELIMITERS)) return count > 0 ? PROBED_ELEMENTS : 0;
    if (standardVr(head.tag) === undefined && !isPrivate(head.tag)) return count;
    if (head.length === UNDEFINED_LENGTH || head.dataOffset + head.length > end) {
      return isSensible(head, data, end, encoding) ? PROBED_ELEMENTS : count;
    }
    before = head.tag;
    at = head.dataOffset + head.length;
  }
  return count;
}

/** True also for a value beyond the available bytes, and for the start of a sequence. */
function isSensible(
  head: ElementHead,
  data: DataView,
  end: number,
  { isLittleEndian }: ElementEncoding,
): boolean {
  if (head.length !== UNDEFINED_LENGTH) return head.tag.startsWith('7fe0');
  return head.dataOffset + 4 > end || tagAt(data, head.dataOffset, isLittleEndian).startsWith(DELIMITERS);
}

/** Reads an element's head like `readHead`, without tolerance for deviations. */
function plainHead(data: DataView, at: number, end: number, encoding: ElementEncoding) {
  if (at + HEAD_BYTES > end) return undefined;
  if (encoding.isExplicit) {
    const vr = String.fromCharCode(data.getUint8(at + 4), data.getUint8(at + 5));
    if (!isKnownVr(vr) && vr !== '??') return undefined;
  }
  return readHead(data, at, end, encoding);
}
