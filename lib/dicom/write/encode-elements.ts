/**
 * Encodes data sets: explicit value representations, little endian, defined lengths. Elements must be passed in tag
 * order. Source: DICOM PS3.5 7.1.
 */
import { concatBytes } from '#bytes/concat-bytes.ts';

export type Bytes = Uint8Array<ArrayBuffer>;

/** Representations with two reserved and four length bytes. */
const LONG = new Set(['OB', 'OW', 'SQ', 'UT', 'UN']);
/** Padded with a zero byte; other texts with a space. */
const ZERO_PADDED = new Set(['UI', 'OB']);
const ITEM = 0xfffee000;
const utf8 = new TextEncoder();

/** `tag`: `0xggggeeee`. The caller joins values; padding to an even length is added here. */
export function element(tag: number, vr: string, value: string | Uint8Array): Bytes {
  const bytes = typeof value === 'string' ? utf8.encode(value) : value;
  const odd = bytes.length % 2;
  const isLong = LONG.has(vr);
  const head = new DataView(new ArrayBuffer(isLong ? 12 : 8));
  writeTag(head, tag);
  head.setUint8(4, vr.charCodeAt(0));
  head.setUint8(5, vr.charCodeAt(1));
  if (isLong) head.setUint32(8, bytes.length + odd, true);
  else head.setUint16(6, bytes.length + odd, true);
  const pad = odd === 0 ? [] : [Uint8Array.of(ZERO_PADDED.has(vr) ? 0 : 0x20)];
  return concatBytes([new Uint8Array(head.buffer), bytes, ...pad]);
}

export function unsignedShort(tag: number, value: number): Bytes {
  const bytes = new DataView(new ArrayBuffer(2));
  bytes.setUint16(0, value, true);
  return element(tag, 'US', new Uint8Array(bytes.buffer));
}

export function unsignedLong(tag: number, value: number): Bytes {
  const bytes = new DataView(new ArrayBuffer(4));
  bytes.setUint32(0, value, true);
  return element(tag, 'UL', new Uint8Array(bytes.buffer));
}

export function floats(tag: number, values: readonly number[]): Bytes {
  const bytes = new DataView(new ArrayBuffer(values.length * 4));
  for (const [at, value] of values.entries()) bytes.setFloat32(at * 4, value, true);
  return element(tag, 'FL', new Uint8Array(bytes.buffer));
}

export function sequence(tag: number, items: readonly (readonly Uint8Array[])[]): Bytes {
  return element(tag, 'SQ', concatBytes(items.map(item)));
}

export function item(elements: readonly Uint8Array[]): Bytes {
  const body = concatBytes(elements);
  const head = new DataView(new ArrayBuffer(8));
  writeTag(head, ITEM);
  head.setUint32(4, body.length, true);
  return concatBytes([new Uint8Array(head.buffer), body]);
}

function writeTag(head: DataView, tag: number): void {
  head.setUint16(0, tag >>> 16, true);
  head.setUint16(2, tag & 0xffff, true);
}
