/**
 * How elements are written: tags and lengths in which order of bytes, with value representations or without. Told from
 * the bytes themselves, since files declare one and are written in another. Source: DICOM PS3.5 7.1, 7.3.
 */
import { isPrivate, standardVr } from './dictionary.ts';
import { hasShortLength, isKnownVr } from './value-representation.ts';

export interface ElementEncoding {
  readonly isExplicit: boolean;
  readonly isLittleEndian: boolean;
}

export interface ElementHead {
  /** Eight hex digits, lower case. */
  readonly tag: string;
  /** As written; undefined where none is. */
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
/** How many elements are followed to tell an encoding. */
const PROBED_ELEMENTS = 4;
const DELIMITERS = 'fffe';

/** Undefined where the bytes end before `end`. */
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
  // A representation of a later standard has four bytes of length; anything else is told by what follows.
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

/** Whether an element with a higher tag, a delimiter or the end stands behind this one. */
function isFollowed(data: DataView, head: ElementHead, end: number, isLittleEndian: boolean): boolean {
  if (head.length === UNDEFINED_LENGTH) {
    return head.dataOffset + 4 <= end && tagAt(data, head.dataOffset, isLittleEndian).startsWith(DELIMITERS);
  }
  const next = head.dataOffset + head.length;
  if (next === end) return true;
  return next + HEAD_BYTES <= end && tagAt(data, next, isLittleEndian) > head.tag;
}

/**
 * The encoding in which the elements from `at` make sense: `declared` where several do, undefined where none does.
 * @param end of what is there of the data set; it may have been cut.
 * @param elementsMin that many of the first four have to make sense; fewer where there are no more.
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

/** How many of the first elements read well: known tags in order, representations that exist, lengths that fit. */
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

/** The value goes on past what is there, or a sequence begins. */
function isSensible(
  head: ElementHead,
  data: DataView,
  end: number,
  { isLittleEndian }: ElementEncoding,
): boolean {
  if (head.length !== UNDEFINED_LENGTH) return head.tag.startsWith('7fe0');
  return head.dataOffset + 4 > end || tagAt(data, head.dataOffset, isLittleEndian).startsWith(DELIMITERS);
}

/** As `readHead`, without making allowances. */
function plainHead(data: DataView, at: number, end: number, encoding: ElementEncoding) {
  if (at + HEAD_BYTES > end) return undefined;
  if (encoding.isExplicit) {
    const vr = String.fromCharCode(data.getUint8(at + 4), data.getUint8(at + 5));
    if (!isKnownVr(vr) && vr !== '??') return undefined;
  }
  return readHead(data, at, end, encoding);
}
