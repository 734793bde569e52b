/** Encodes elements in the transfer syntax of their file. Source: DICOM PS3.5 7.1, A. */
import { concatBytes } from '#bytes/concat-bytes.ts';

export interface Encoding {
  readonly isExplicit: boolean;
  readonly isLittleEndian: boolean;
}

/** Representations with a two-byte length; other explicit ones have two reserved and four length bytes. */
const SHORT = new Set('AE AS AT CS DA DS DT FL FD IS LO LT PN SH SL SS ST TM UI UL US'.split(' '));
const UNDEFINED_LENGTH = 0xffff_ffff;

/** `tag`: eight hex digits. Odd values are padded, with a zero for UIDs and bytes. */
export function writeElement(
  { isExplicit, isLittleEndian }: Encoding,
  tag: string,
  vr: string,
  value: Uint8Array,
  hasUndefinedLength = false,
): Uint8Array {
  const odd = hasUndefinedLength ? 0 : value.length % 2;
  const isLong = !isExplicit || !SHORT.has(vr);
  const head = new DataView(new ArrayBuffer(isExplicit && isLong ? 12 : 8));
  writeTag(head, tag, isLittleEndian);
  const length = hasUndefinedLength ? UNDEFINED_LENGTH : value.length + odd;
  if (isExplicit) {
    head.setUint8(4, vr.charCodeAt(0));
    head.setUint8(5, vr.charCodeAt(1));
  }
  if (isLong) head.setUint32(isExplicit ? 8 : 4, length, isLittleEndian);
  else head.setUint16(6, length, isLittleEndian);
  const pad = odd === 0 ? [] : [Uint8Array.of(vr === 'UI' || vr.startsWith('O') ? 0 : 0x20)];
  return concatBytes([new Uint8Array(head.buffer), value, ...pad]);
}

export function writeItem({ isLittleEndian }: Encoding, body: Uint8Array): Uint8Array {
  const head = new DataView(new ArrayBuffer(8));
  writeTag(head, 'fffee000', isLittleEndian);
  head.setUint32(4, body.length, isLittleEndian);
  return concatBytes([new Uint8Array(head.buffer), body]);
}

function writeTag(head: DataView, tag: string, isLittleEndian: boolean): void {
  head.setUint16(0, Number.parseInt(tag.slice(0, 4), 16), isLittleEndian);
  head.setUint16(2, Number.parseInt(tag.slice(4), 16), isLittleEndian);
}
