/** Builds DICOM files with given pixels and elements, as input of the pixels lane and of tests. */

import { concatBytes } from '#bytes/concat-bytes.ts';
import { part10Head } from '#dicom/part10-header.ts';
import { type Bytes, element, sequence, unsignedShort } from '#dicom/write/encode-elements.ts';

export const EXPLICIT = '1.2.840.10008.1.2.1';
const CT_IMAGE = '1.2.840.10008.5.1.4.1.1.2';
const INSTANCE = '2.25.88000000000000000000001';

/** Description of a file's pixels. */
export interface PixelsToMake {
  readonly rows: number;
  readonly columns: number;
  readonly frames: number;
  readonly bitsAllocated: number;
  readonly bitsStored: number;
  readonly highBit: number;
  readonly isSigned: boolean;
  readonly samplesPerPixel: 1 | 3;
  readonly planarConfiguration: 0 | 1;
  readonly photometricInterpretation: string;
  /** Pixel bytes as in the file. */
  readonly data: Uint8Array;
}

export const PIXELS: Omit<PixelsToMake, 'data'> = {
  ...{ rows: 2, columns: 2, frames: 1, bitsAllocated: 16, bitsStored: 16, highBit: 15, isSigned: false },
  ...{ samplesPerPixel: 1, planarConfiguration: 0, photometricInterpretation: 'MONOCHROME2' },
};

/** Default modality of a generated file. */
export const OTHER = 'OT';

/** Builds the file. `more` elements may have any order; one replaces an element with the same tag. */
export function makeFile(pixels: PixelsToMake, more: readonly Bytes[] = []): Bytes {
  const given = new Map(more.map((each) => [tagOf(each), each]));
  const plain = [
    element(0x00080016, 'UI', CT_IMAGE),
    element(0x00080018, 'UI', INSTANCE),
    element(0x00080060, 'CS', OTHER),
    element(0x00100010, 'PN', 'Made^File'),
    element(0x0020000d, 'UI', `${INSTANCE}.1`),
    element(0x0020000e, 'UI', `${INSTANCE}.2`),
    unsignedShort(0x00280002, pixels.samplesPerPixel),
    element(0x00280004, 'CS', pixels.photometricInterpretation),
    ...(pixels.samplesPerPixel === 3 ? [unsignedShort(0x00280006, pixels.planarConfiguration)] : []),
    ...(pixels.frames === 1 ? [] : [element(0x00280008, 'IS', String(pixels.frames))]),
    unsignedShort(0x00280010, pixels.rows),
    unsignedShort(0x00280011, pixels.columns),
    unsignedShort(0x00280100, pixels.bitsAllocated),
    unsignedShort(0x00280101, pixels.bitsStored),
    unsignedShort(0x00280102, pixels.highBit),
    unsignedShort(0x00280103, pixels.isSigned ? 1 : 0),
    element(0x7fe00010, pixels.bitsAllocated > 8 ? 'OW' : 'OB', pixels.data),
  ].filter((each) => !given.has(tagOf(each)));
  const elements = [...plain, ...given.values()].toSorted((one, other) => tagOf(one) - tagOf(other));
  const head = part10Head({
    sop_class_uid: CT_IMAGE,
    instance_uid: INSTANCE,
    transfer_syntax_uid: EXPLICIT,
    source_ae: '',
  });
  return concatBytes([head, ...elements]);
}

/** Reads the tag as `0xggggeeee`. */
function tagOf(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  return view.getUint16(0, true) * 0x1_0000 + view.getUint16(2, true);
}

export const decimals = (tag: number, ...values: (number | string)[]): Bytes =>
  element(tag, 'DS', values.join('\\'));

export function words(values: readonly number[]): Uint8Array {
  return new Uint8Array(Uint16Array.from(values).buffer);
}

/** Builds a lookup table as used by VOI, modality or palette tables. */
export function tableItem(first: number, bits: number, entries: readonly number[], vr = 'US'): Bytes[] {
  return [
    element(0x00283002, vr, words([entries.length, first, bits])),
    element(0x00283006, 'OW', words(entries)),
  ];
}

/** Builds the functional groups of an enhanced object, by frame. */
export function groupsByFrame(frames: readonly (readonly Bytes[])[]): Bytes {
  return sequence(0x52009230, frames);
}
