/**
 * Reads a file's meta information and data set together, and determines its actual transfer syntax. Source: DICOM
 * PS3.10 7.1.
 */
import dicomParser, { type DataSet, type Element } from 'dicom-parser';
import {
  DEFLATED_LITTLE_ENDIAN,
  EXPLICIT_LITTLE_ENDIAN,
  encodingOf,
  findStart,
  isPlainDataset,
  plainSyntax,
  writtenEncoding,
} from '#dicom/detect-dicom.ts';
import { codestreamSyntax } from './codestream-syntax.ts';
import { type ElementEncoding, LITTLE_EXPLICIT, readHead } from './element-encoding.ts';
import { readElements } from './read-elements.ts';

const META_GROUP = '0002';
/** Largest number of meta elements; the standard defines some twenty. */
const META_ELEMENTS_MAX = 256;
/** Longest transfer syntax read; a UID has at most 64 characters. */
const SYNTAX_MAX_BYTES = 128;
const TRANSFER_SYNTAX = 'x00020010';
/** Prefix of standard syntaxes; pixels of private ones cannot be decoded. */
const STANDARD_SYNTAXES = '1.2.840.10008.1.2';
const PIXEL_DATA = 'x7fe00010';

export interface FileElements {
  readonly dataSet: DataSet;
  readonly transferSyntaxUid: string;
  readonly isWhole: boolean;
  readonly isOverBudget: boolean;
}

/**
 * Reads a DICOM file.
 * @param inflate returns the bytes with everything from a position inflated. Undefined for non-DICOM bytes.
 * @param elementsMax limit for the data set, at any depth.
 */
export function readFile(
  bytes: Uint8Array,
  untilTag: string | undefined,
  inflate: (bytes: Uint8Array, position: number) => Uint8Array,
  elementsMax?: number,
): FileElements | undefined {
  const start = findStart(bytes);
  if (start === undefined) return undefined;
  const meta = readMeta(bytes, start);
  const declared = meta.text(TRANSFER_SYNTAX);
  const isDeflated = declared === DEFLATED_LITTLE_ENDIAN && !isPlainDataset(bytes, meta.end);
  const whole = isDeflated ? inflate(bytes, meta.end) : bytes;
  const expected = encodingOf(declared ?? EXPLICIT_LITTLE_ENDIAN);
  const written = writtenEncoding(whole, meta.end, expected);
  if (written === undefined && meta.elements.length === 0) return undefined;
  const encoding = written ?? expected;
  const { dataSet, isWhole, isOverBudget } = readElements(whole, meta.end, encoding, untilTag, elementsMax);
  for (const element of meta.elements) dataSet.elements[element.tag] ??= element;
  const transferSyntaxUid = isDeflated
    ? DEFLATED_LITTLE_ENDIAN
    : syntaxOf(declared, encoding, whole, dataSet.elements[PIXEL_DATA]);
  return { dataSet, isWhole, isOverBudget, transferSyntaxUid };
}

/** The declared syntax for compressed pixels; otherwise the detected one. */
function syntaxOf(
  declared: string | undefined,
  encoding: ElementEncoding,
  bytes: Uint8Array,
  pixels: Element | undefined,
): string {
  const isPlain = declared === undefined || isUncompressed(declared);
  if (pixels?.hadUndefinedLength) {
    return isPlain ? (codestreamSyntax(bytes, pixels) ?? plainSyntax(encoding)) : declared;
  }
  const isNative = pixels !== undefined && declared?.startsWith(STANDARD_SYNTAXES);
  return isPlain || isNative ? plainSyntax(encoding) : declared;
}

function isUncompressed(transferSyntaxUid: string): boolean {
  return (
    plainSyntax(encodingOf(transferSyntaxUid)) === transferSyntaxUid ||
    transferSyntaxUid === DEFLATED_LITTLE_ENDIAN
  );
}

/** Reads group 0002 up to its last element, whatever its length states. */
function readMeta(bytes: Uint8Array, start: number) {
  const data = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const encoding = writtenEncoding(bytes, start, LITTLE_EXPLICIT) ?? LITTLE_EXPLICIT;
  const parser = encoding.isLittleEndian
    ? dicomParser.littleEndianByteArrayParser
    : dicomParser.bigEndianByteArrayParser;
  const elements: Element[] = [];
  let end = start;
  while (elements.length < META_ELEMENTS_MAX) {
    const head = readHead(data, end, bytes.length, encoding);
    if (head === undefined || !head.tag.startsWith(META_GROUP)) break;
    if (head.dataOffset + head.length > bytes.length) break;
    const { tag, vr, length, dataOffset } = head;
    // The following data set may have another byte order.
    elements.push({ tag: `x${tag}`, vr: vr ?? 'UN', length, dataOffset, parser });
    end = dataOffset + length;
  }
  return {
    elements,
    end,
    text(tag: string): string | undefined {
      const element = elements.find((each) => each.tag === tag);
      if (element === undefined) return undefined;
      const length = Math.min(element.length, SYNTAX_MAX_BYTES);
      const value = bytes.subarray(element.dataOffset, element.dataOffset + length);
      return (
        String.fromCharCode(...value)
          .replaceAll('\0', '')
          .trim() || undefined
      );
    },
  };
}
