/** Tells DICOM by its first bytes, without a parser. Source: DICOM PS3.10 7.1, PS3.5 7.1. */

export const IMPLICIT_LITTLE_ENDIAN = '1.2.840.10008.1.2';
export const EXPLICIT_LITTLE_ENDIAN = '1.2.840.10008.1.2.1';

const PREFIX_OFFSET = 128;
const PREFIX = 'DICM';

/** Whether the bytes begin like DICOM: the preamble's mark, or a data set that starts right away. */
export function looksLikeDicom(head: Uint8Array): boolean {
  return hasPreamble(head) || guessSyntax(head) !== undefined;
}

export function hasPreamble(bytes: Uint8Array): boolean {
  return String.fromCharCode(...bytes.subarray(PREFIX_OFFSET, PREFIX_OFFSET + 4)) === PREFIX;
}

/** Files of old programs begin with group 0008 itself; the first element's form tells the syntax. */
export function guessSyntax(bytes: Uint8Array): string | undefined {
  if (bytes.length < 16) return undefined;
  const head = new DataView(bytes.buffer, bytes.byteOffset, 16);
  const element = head.getUint16(2, true);
  if (head.getUint16(0, true) !== 0x0008 || ![0x0000, 0x0005, 0x0008, 0x0012, 0x0016].includes(element)) {
    return undefined;
  }
  const vr = String.fromCharCode(head.getUint8(4), head.getUint8(5));
  if (['CS', 'UI', 'UL', 'DA'].includes(vr)) return EXPLICIT_LITTLE_ENDIAN;
  const length = head.getUint32(4, true);
  return length > 0 && length <= 128 && length % 2 === 0 ? IMPLICIT_LITTLE_ENDIAN : undefined;
}
