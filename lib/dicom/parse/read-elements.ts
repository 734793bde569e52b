/**
 * Reads the elements of a data set into the structures of dicom-parser: sequences of defined and undefined length,
 * pixel fragments, and elements sent as UN. Replaces dicom-parser's own reader, which knows too few representations and
 * no dictionary. Finds positions and representations of values, not their meaning. Source: DICOM PS3.5 6.2.2, 7, A.4.
 */
import dicomParser, { type DataSet, type Element, type Fragment } from 'dicom-parser';
import { realVr } from './determine-vr.ts';
import { isPrivate, standardVr } from './dictionary.ts';
import {
  type ElementEncoding,
  type ElementHead,
  encodingAt,
  LITTLE_IMPLICIT,
  readHead,
  tagAt,
  UNDEFINED_LENGTH,
} from './element-encoding.ts';

const ITEM = 'fffee000';
const ITEM_END = 'fffee00d';
const SEQUENCE_END = 'fffee0dd';
const PIXEL_DATA = '7fe00010';
const PIXEL_REPRESENTATION = 'x00280103';
const HEAD_BYTES = 8;
/** Deeper nesting is an attack on the stack. */
const DEPTH_MAX = 64;

export interface ReadElements {
  readonly dataSet: DataSet;
  /** False where the bytes end early or become invalid; earlier elements are available. */
  readonly isWhole: boolean;
  /** True when the element limit was reached; earlier elements are available. */
  readonly isOverBudget: boolean;
}

interface Place {
  readonly encoding: ElementEncoding;
  /** PixelRepresentation of the surrounding data set, if known. */
  readonly areSamplesSigned: boolean | undefined;
  readonly depth: number;
}

/** Thrown at invalid bytes; earlier elements stay. */
class BrokenElementError extends Error {}

/** Thrown when a file has more elements than the limit. */
class OverBudgetError extends Error {}

/**
 * Reads all elements of a data set.
 * @param elementsMax limit for elements and items, at any depth.
 * @param untilTag stops at this element, `xggggeeee`; its position is read, its value is not.
 */
export function readElements(
  bytes: Uint8Array,
  start: number,
  encoding: ElementEncoding,
  untilTag?: string,
  elementsMax = Number.POSITIVE_INFINITY,
): ReadElements {
  let elementsLeft = elementsMax;
  /** Offset of known non-zero bytes: zeros before it are no padding. */
  let contentAt = -1;
  const data = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const dataSet = emptyDataSet(bytes, encoding);
  try {
    readInto(dataSet, start, bytes.length, { encoding, areSamplesSigned: undefined, depth: 0 }, untilTag);
    return { dataSet, isWhole: true, isOverBudget: false };
  } catch (error) {
    const isOverBudget = error instanceof OverBudgetError;
    if (!(isOverBudget || error instanceof BrokenElementError || error instanceof RangeError)) throw error;
    return { dataSet, isWhole: false, isOverBudget };
  }

  function count(): void {
    elementsLeft -= 1;
    if (elementsLeft < 0) throw new OverBudgetError();
  }

  /**
   * Reads elements into a data set or item.
   * @returns offset after the last element, and after an item's delimiter if there is one.
   */
  function readInto(into: DataSet, from: number, end: number, place: Place, until?: string): number {
    for (let at = from; at < end; ) {
      count();
      if (isPadding(at, end)) return end;
      const head = readHead(data, at, end, place.encoding);
      if (head === undefined) throw new BrokenElementError();
      if (head.tag === ITEM_END) return head.dataOffset;
      // Skip a delimiter that follows a sequence of stated length, as some writers leave one.
      if (head.tag === SEQUENCE_END) {
        at = head.dataOffset;
        continue;
      }
      const areSamplesSigned = signOf(into) ?? place.areSamplesSigned;
      const element = readElement(head, end, { ...place, areSamplesSigned }, `x${head.tag}` === until);
      into.elements[element.tag] = element;
      if (element.tag === until) return end;
      at = element.dataOffset + element.length;
    }
    return end;
  }

  function readElement(head: ElementHead, end: number, place: Place, isLast: boolean): Element {
    const { tag, length, dataOffset } = head;
    const isUndefined = length === UNDEFINED_LENGTH;
    const valueEnd = isUndefined ? end : dataOffset + length;
    const value = bytes.subarray(dataOffset, Math.min(valueEnd, end));
    const element: Element = {
      tag: `x${tag}`,
      vr: realVr(tag, head.vr, value, place.areSamplesSigned),
      length,
      dataOffset,
      ...(isUndefined ? { hadUndefinedLength: true } : {}),
    };
    if (isLast) return element;
    if (!isUndefined && valueEnd > end) throw new BrokenElementError();
    if (isUndefined && (tag === PIXEL_DATA || isStreamOfFragments(head))) {
      return { ...element, ...readFragments(dataOffset, end, place.encoding) };
    }
    // The content of UN is implicit little endian, whatever surrounds it.
    const within = head.vr === 'UN' ? { ...place, encoding: LITTLE_IMPLICIT } : place;
    const isSequence = element.vr === 'SQ' && beginsWithItem(dataOffset, valueEnd, within.encoding);
    if (isUndefined || isSequence || holdsItems(head, valueEnd, within.encoding)) {
      const { items, end: readTo } = readItems(element, valueEnd, within);
      return { ...element, vr: 'SQ', items, length: readTo - dataOffset };
    }
    if (head.vr === 'UN' && !place.encoding.isLittleEndian) {
      element.parser = dicomParser.littleEndianByteArrayParser;
    }
    return element;
  }

  /** True also for an empty sequence. Other content of a sequence with defined length is skipped as bytes. */
  function beginsWithItem(at: number, end: number, { isLittleEndian }: ElementEncoding): boolean {
    return at === end || (at + HEAD_BYTES <= end && tagAt(data, at, isLittleEndian).startsWith('fffe'));
  }

  function readItems(sequence: Element, end: number, place: Place): { items: Element[]; end: number } {
    if (place.depth >= DEPTH_MAX) throw new BrokenElementError();
    const items: Element[] = [];
    const { isLittleEndian } = place.encoding;
    for (let at = sequence.dataOffset; at < end; ) {
      count();
      if (at + HEAD_BYTES > end) throw new BrokenElementError();
      const tag = tagAt(data, at, isLittleEndian);
      const length = data.getUint32(at + 4, isLittleEndian);
      const dataOffset = at + HEAD_BYTES;
      if (tag === SEQUENCE_END) return { items, end: dataOffset };
      if (tag !== ITEM) throw new BrokenElementError();
      const isUndefined = length === UNDEFINED_LENGTH;
      const itemEnd = isUndefined ? end : dataOffset + length;
      if (itemEnd > end) throw new BrokenElementError();
      // Some writers encode items differently from the surrounding data set.
      const encoding = encodingAt(data, dataOffset, itemEnd, place.encoding) ?? place.encoding;
      const dataSet = emptyDataSet(bytes, encoding);
      const item: Element = { tag: `x${tag}`, length, dataOffset, dataSet };
      if (isUndefined) item.hadUndefinedLength = true;
      items.push(item);
      const readTo = readInto(dataSet, dataOffset, itemEnd, { ...place, encoding, depth: place.depth + 1 });
      at = isUndefined ? readTo : itemEnd;
      item.length = at - dataOffset;
    }
    if (sequence.hadUndefinedLength) throw new BrokenElementError();
    return { items, end };
  }

  /** The first item has offsets, the others the frames. A missing delimiter at the end of the file is accepted. */
  function readFragments(from: number, end: number, { isLittleEndian }: ElementEncoding) {
    const fragments: Fragment[] = [];
    let basicOffsetTable: number[] | undefined;
    let base = from;
    let at = from;
    while (at + HEAD_BYTES <= end) {
      const tag = tagAt(data, at, isLittleEndian);
      const length = data.getUint32(at + 4, isLittleEndian);
      const position = at + HEAD_BYTES;
      if (tag === SEQUENCE_END) {
        at = position;
        break;
      }
      if (tag !== ITEM || position + length > end) throw new BrokenElementError();
      at = position + length;
      if (basicOffsetTable === undefined) {
        basicOffsetTable = offsets(position, length, isLittleEndian);
        base = at;
      } else fragments.push({ offset: position - HEAD_BYTES - base, position, length });
    }
    if (basicOffsetTable === undefined) throw new BrokenElementError();
    return { encapsulatedPixelData: true, basicOffsetTable, fragments, length: at - from };
  }

  function offsets(position: number, length: number, isLittleEndian: boolean): number[] {
    return Array.from({ length: Math.floor(length / 4) }, (_, index) =>
      data.getUint32(position + index * 4, isLittleEndian),
    );
  }

  /** True for private and unknown elements whose bytes form items: they are sequences. */
  function holdsItems(head: ElementHead, end: number, { isLittleEndian }: ElementEncoding): boolean {
    if (head.vr !== undefined && head.vr !== 'UN') return false;
    if (standardVr(head.tag) !== undefined) return false;
    let at = head.dataOffset;
    while (at + HEAD_BYTES <= end && tagAt(data, at, isLittleEndian) === ITEM) {
      count();
      const length = data.getUint32(at + 4, isLittleEndian);
      if (length === UNDEFINED_LENGTH) return true;
      at += HEAD_BYTES + length;
    }
    return at === end && end > head.dataOffset;
  }

  /** True for trailing zeros, or a remainder too short for an element. */
  function isPadding(at: number, end: number): boolean {
    if (data.byteLength - at >= 4 && data.getUint32(at, true) !== 0) return false;
    // Cached, because otherwise many runs of zeros would be scanned repeatedly.
    if (at <= contentAt && contentAt < end) return false;
    for (let each = at; each < end; each += 1) {
      if (bytes[each] === 0) continue;
      contentAt = each;
      return false;
    }
    return true;
  }
}

/** True for bytes of undefined length outside the pixels: a private copy, or a thumbnail. */
function isStreamOfFragments({ tag, vr }: ElementHead): boolean {
  return ['OB', 'OW'].includes(vr ?? '') && (isPrivate(tag) || standardVr(tag) !== 'SQ');
}

function signOf(dataSet: DataSet): boolean | undefined {
  const element = dataSet.elements[PIXEL_REPRESENTATION];
  return element === undefined || element.length < 2 ? undefined : dataSet.uint16(element.tag) === 1;
}

function emptyDataSet(bytes: Uint8Array, { isLittleEndian }: ElementEncoding): DataSet {
  const { littleEndianByteArrayParser, bigEndianByteArrayParser } = dicomParser;
  const dataSet = new dicomParser.DataSet(
    isLittleEndian ? littleEndianByteArrayParser : bigEndianByteArrayParser,
    bytes,
    {},
  );
  dataSet.warnings = [];
  return dataSet;
}
