/**
 * The values of one element by its real representation: text as Unicode, numbers as numbers. Nothing is guessed from the
 * tag, and what is no value is absent and keeps its place. Source: DICOM PS3.5 6.2, 6.4.
 */
import type { DataSet, Element } from 'dicom-parser';
import { bytesOfValue, isCodedText, isText, isUndivided } from './parse/value-representation.ts';

/** A comma is what some locales print; more than one, or one beside a point, is no number. */
const DECIMAL = /^[+-]?(?:\d+[.,]?\d*|[.,]\d+)(?:[eE][+-]?\d+)?$/;
const UN = 'UN';

export type Decode = (bytes: Uint8Array, vr: string) => string;

/** The bytes as they lie in the file, padding included; none where the element is empty. */
export function bytesOf({ byteArray }: DataSet, { dataOffset, length }: Element): Uint8Array {
  return byteArray.subarray(dataOffset, dataOffset + Math.max(0, length));
}

/** All of a text, values joined by backslashes; the padding is off, the blanks between values are not. */
function textOf(data: DataSet, element: Element, decode: Decode): string {
  const { vr = UN } = element;
  const bytes = bytesOf(data, element);
  return (isText(vr) && !isCodedText(vr) ? ascii(bytes) : decode(bytes, vr)).replaceAll('\0', '');
}

/** Trimmed, all values joined by backslashes; empty ones at the end do not count. */
export function wholeText(data: DataSet, element: Element, decode: Decode): string {
  const whole = textOf(data, element, decode).trim();
  return isUndivided(element.vr ?? UN) ? whole : whole.replace(/[\\ ]+$/, '');
}

/** Trimmed; a text that is not divided is one value. */
export function textValues(data: DataSet, element: Element, decode: Decode): string[] {
  const whole = textOf(data, element, decode);
  return isUndivided(element.vr ?? UN) ? [whole.trimEnd()] : whole.split('\\').map((value) => value.trim());
}

/** Undefined stands where a value is empty or no number. */
export function numberValues(data: DataSet, element: Element, decode: Decode): (number | undefined)[] {
  const { vr = UN, length } = element;
  const width = bytesOfValue(vr) ?? (isText(vr) ? undefined : wordsOf(vr));
  if (width === undefined) return textValues(data, element, decode).map(parseDecimal);
  if (length < width) return [];
  return Array.from({ length: Math.floor(length / width) }, (_, index) =>
    finite(binaryValue(data, element, index)),
  );
}

/** A DS or IS; undefined for what is no number. */
export function parseDecimal(text: string): number | undefined {
  const trimmed = text.replaceAll('\0', '').trim();
  return DECIMAL.test(trimmed) ? finite(Number(trimmed.replace(',', '.'))) : undefined;
}

/** A number of 64 bits that a double cannot hold is a bigint. */
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
  // The parsers of dicom-parser tell the order of bytes by what they make of them.
  const isLittleEndian = byteArrayParser.readUint16(Uint8Array.of(1, 0), 0) === 1;
  const bits = isLittleEndian ? (second << 32n) | first : (first << 32n) | second;
  const value = vr === 'SV' ? BigInt.asIntN(64, bits) : bits;
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}

/** Streams of words are read as those. */
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

/** Whatever somebody wrote into a text that has to be ASCII stays readable. */
const LATIN_1 = new TextDecoder('iso-8859-1');
