/**
 * Converts an element's bytes to values by its real representation: text as Unicode, numbers as numbers. Nothing is
 * guessed from the tag; an invalid value is undefined and keeps its position. Source: DICOM PS3.5 6.2, 6.4.
 */
import type { DataSet, Element } from 'dicom-parser';
import { bytesOfValue, isCodedText, isText, isUndivided } from './parse/value-representation.ts';

/** Accepts a comma, which some locales print; not several, or one beside a point. */
const DECIMAL = /^[+-]?(?:\d+[.,]?\d*|[.,]\d+)(?:[eE][+-]?\d+)?$/;
const UN = 'UN';
/** Delimiter and padding of empty values. */
const EMPTY_END = new Set(['\\', ' ']);

export type Decode = (bytes: Uint8Array, vr: string) => string;

/** The bytes as in the file, including padding; empty for an empty element. */
export function bytesOf({ byteArray }: DataSet, { dataOffset, length }: Element): Uint8Array {
  return byteArray.subarray(dataOffset, dataOffset + Math.max(0, length));
}

/** The complete text, values joined by backslashes, without padding; spaces between values stay. */
function textOf(data: DataSet, element: Element, decode: Decode): string {
  const { vr = UN } = element;
  const bytes = bytesOf(data, element);
  return (isText(vr) && !isCodedText(vr) ? ascii(bytes) : decode(bytes, vr)).replaceAll('\0', '');
}

/** Trimmed, values joined by backslashes; empty ones at the end are dropped. */
export function wholeText(data: DataSet, element: Element, decode: Decode): string {
  const whole = textOf(data, element, decode).trim();
  return isUndivided(element.vr ?? UN) ? whole : withoutEmptyEnd(whole);
}

/** Not by an expression: it would try at each of a million backslashes before a letter. */
function withoutEmptyEnd(text: string): string {
  let end = text.length;
  while (end > 0 && EMPTY_END.has(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/** Trimmed; an undivided text is one value. */
export function textValues(data: DataSet, element: Element, decode: Decode): string[] {
  const whole = textOf(data, element, decode);
  return isUndivided(element.vr ?? UN) ? [whole.trimEnd()] : whole.split('\\').map((value) => value.trim());
}

/** Converts an element to numbers. Undefined for a value that is empty or not a number. */
export function numberValues(data: DataSet, element: Element, decode: Decode): (number | undefined)[] {
  const { vr = UN, length } = element;
  const width = bytesOfValue(vr) ?? (isText(vr) ? undefined : wordsOf(vr));
  if (width === undefined) return textValues(data, element, decode).map(parseDecimal);
  if (length < width) return [];
  return Array.from({ length: Math.floor(length / width) }, (_, index) =>
    finite(binaryValue(data, element, index)),
  );
}

/** Parses DS or IS; undefined for other text. */
export function parseDecimal(text: string): number | undefined {
  const trimmed = text.replaceAll('\0', '').trim();
  return DECIMAL.test(trimmed) ? finite(Number(trimmed.replace(',', '.'))) : undefined;
}

/** A 64-bit number beyond a double's precision is a bigint. */
export function binaryValue(data: DataSet, element: Element, index: number): number | bigint | undefined {
  const { vr = UN, tag } = element;
  switch (vr) {
    case 'SS':
      return data.int16(tag, index);
    case 'UL':
    case 'OL':
      return data.uint32(tag, index);
    case 'SL':
      return data.int32(tag, index);
    case 'FL':
    case 'OF':
      return data.float(tag, index);
    case 'FD':
    case 'OD':
      return data.double(tag, index);
    case 'UV':
    case 'SV':
    case 'OV':
      return long(data, element, index);
    default:
      return data.uint16(tag, index);
  }
}

function long({ byteArray, byteArrayParser }: DataSet, { dataOffset, vr }: Element, index: number) {
  const at = dataOffset + index * 8;
  const first = BigInt(byteArrayParser.readUint32(byteArray, at));
  const second = BigInt(byteArrayParser.readUint32(byteArray, at + 4));
  // Byte-array parsers of dicom-parser have no flag for byte order, so it is tested.
  const isLittleEndian = byteArrayParser.readUint16(Uint8Array.of(1, 0), 0) === 1;
  const bits = isLittleEndian ? (second << 32n) | first : (first << 32n) | second;
  const value = vr === 'SV' ? BigInt.asIntN(64, bits) : bits;
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}

/** Word size of a stream of words. */
function wordsOf(vr: string): number | undefined {
  if (vr === 'OL' || vr === 'OF') return 4;
  if (vr === 'OD' || vr === 'OV') return 8;
  return vr === 'SQ' || vr === UN ? undefined : 2;
}

function finite(value: number | bigint | undefined): number | undefined {
  const number = value === undefined ? undefined : Number(value);
  return number !== undefined && Number.isFinite(number) ? number : undefined;
}

function ascii(bytes: Uint8Array): string {
  return LATIN_1.decode(bytes);
}

/** Decoder for texts that must be ASCII, so that other characters stay readable. */
const LATIN_1 = new TextDecoder('iso-8859-1');
