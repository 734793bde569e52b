/**
 * Detects from the first bytes where the elements of a DICOM file begin and how they are encoded: with or without
 * preamble, prefix and file meta information. Source: DICOM PS3.10 7.1, PS3.5 7.1.
 */
import { BIG_EXPLICIT, type ElementEncoding, encodingAt, LITTLE_EXPLICIT } from './parse/element-encoding.ts';

export const IMPLICIT_LITTLE_ENDIAN = '1.2.840.10008.1.2';
export const EXPLICIT_LITTLE_ENDIAN = '1.2.840.10008.1.2.1';
const EXPLICIT_BIG_ENDIAN = '1.2.840.10008.1.2.2';
export const DEFLATED_LITTLE_ENDIAN = '1.2.840.10008.1.2.1.99';

const PREAMBLE_BYTES = 128;
const PREFIX = 'DICM';
/** Fewer valid elements in a row may be chance. */
const ELEMENTS_MIN = 3;
const GROUP_BYTES = 2;
/** A data set without preamble begins with one of these groups. */
const FIRST_GROUPS = [0x0002, 0x0004, 0x0008];

/** True when the bytes begin like DICOM: with the preamble's mark, or with valid elements. */
export function looksLikeDicom(head: Uint8Array): boolean {
  return findStart(head) !== undefined;
}

/** Offset of the first element; undefined for non-DICOM bytes. */
export function findStart(bytes: Uint8Array): number | undefined {
  for (const at of [PREAMBLE_BYTES, 0]) if (isPrefixAt(bytes, at)) return at + PREFIX.length;
  return [0, PREAMBLE_BYTES].find((at) => beginsDataset(bytes, at));
}

/** The encoding in which elements from `at` are valid, if any. */
export function writtenEncoding(
  bytes: Uint8Array,
  at: number,
  declared: ElementEncoding,
): ElementEncoding | undefined {
  return encodingAt(viewOf(bytes), at, bytes.length, declared);
}

/** True when enough valid elements follow from `at` to exclude chance. */
export function isPlainDataset(bytes: Uint8Array, at: number): boolean {
  return encodingAt(viewOf(bytes), at, bytes.length, LITTLE_EXPLICIT, ELEMENTS_MIN) !== undefined;
}

/** The uncompressed transfer syntax of an encoding. */
export function plainSyntax({ isExplicit, isLittleEndian }: ElementEncoding): string {
  if (!isLittleEndian) return EXPLICIT_BIG_ENDIAN;
  return isExplicit ? EXPLICIT_LITTLE_ENDIAN : IMPLICIT_LITTLE_ENDIAN;
}

/** The encoding of elements under a transfer syntax. */
export function encodingOf(transferSyntaxUid: string): ElementEncoding {
  if (transferSyntaxUid === EXPLICIT_BIG_ENDIAN) return BIG_EXPLICIT;
  return { ...LITTLE_EXPLICIT, isExplicit: transferSyntaxUid !== IMPLICIT_LITTLE_ENDIAN };
}

function isPrefixAt(bytes: Uint8Array, at: number): boolean {
  return String.fromCharCode(...bytes.subarray(at, at + PREFIX.length)) === PREFIX;
}

function beginsDataset(bytes: Uint8Array, at: number): boolean {
  // Too few bytes to detect an encoding.
  if (at + GROUP_BYTES > bytes.length) return false;
  const encoding = encodingAt(viewOf(bytes), at, bytes.length, LITTLE_EXPLICIT, ELEMENTS_MIN);
  if (encoding === undefined) return false;
  return FIRST_GROUPS.includes(viewOf(bytes).getUint16(at, encoding.isLittleEndian));
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
