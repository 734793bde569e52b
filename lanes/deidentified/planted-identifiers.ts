/**
 * Plants identifiers where they may hide in a DICOM file: attributes, unused bits of samples, compressed streams,
 * trailing bytes.
 */

import { concatBytes } from '#bytes/concat-bytes.ts';
import { openDataset } from '#dicom/open-dataset.ts';
import { type Bytes, element, sequence } from '#dicom/write/encode-elements.ts';
import type { Draw } from '#lanes/pixels/random-file.ts';

export const TERMS = ['Quavlen', 'Brimola', '73519264', '1.2.826.99.4711.20240102.815'] as const;
const GROUPS = [0x0008, 0x0009, 0x0010, 0x0018, 0x0020, 0x0029, 0x0040, 0x0054, 0x5000, 0x6010, 0x7005];
const VRS = ['LO', 'LT', 'OB', 'OW', 'PN', 'SH', 'ST', 'UC', 'UI', 'UN', 'UR', 'UT'];
const CAPITAL = (text: string) => text.toUpperCase();
const SMALL = (text: string) => text.toLowerCase();
const SPELLINGS = [(text: string) => text, CAPITAL, SMALL];
const ENCODINGS = ['latin1', 'utf8', 'utf16le'] as const;

/** Elements of every file of this patient, and some more with an identifier. */
export function plantedElements(draw: Draw): Bytes[] {
  const [family, given, number, study] = TERMS;
  const more = Array.from({ length: 1 + draw(4) }, () => {
    const tag = (GROUPS[draw(GROUPS.length)] ?? 0x0009) * 0x1_0000 + 0x1100 + draw(0xee00);
    const inner = element(tag, VRS[draw(VRS.length)] ?? 'LO', written(draw));
    return draw(3) === 0 ? sequence(0x0040a168 + draw(4), [[inner]]) : inner;
  });
  return [
    element(0x00100010, 'PN', `${family}^${given}`),
    element(0x00100020, 'LO', number),
    element(0x0020000d, 'UI', study),
    ...more,
  ];
}

function written(draw: Draw): Uint8Array {
  const term = TERMS[draw(TERMS.length)] ?? TERMS[0];
  const spelled = (SPELLINGS[draw(SPELLINGS.length)] ?? CAPITAL)(term);
  const before = ['', 'Patient: ', '/'][draw(3)] ?? '';
  return Buffer.from(before + spelled, ENCODINGS[draw(ENCODINGS.length)]);
}

const JPEG = /\.4\.(?:5[0-9]|6[0-6]|70|80|81)$/;
const START_BYTES = 2;
const EXPLICIT_BIG_ENDIAN = '1.2.840.10008.1.2.2';

/** Adds an identifier to the last stream of the file, or after its pixel data. */
export function withPlantedPixels(bytes: Uint8Array, draw: Draw): Uint8Array {
  const { transferSyntaxUid, element: find } = openDataset(bytes);
  const item = find('x7fe00010');
  if (item === undefined || draw(2) === 0) return bytes;
  const text = written(draw);
  const padded = concatBytes([text, new Uint8Array(text.length % 2)]);
  const last = item.encapsulatedPixelData === true ? item.fragments?.at(-1) : undefined;
  if (item.encapsulatedPixelData === true && last === undefined) return bytes;
  const [from, length] = last ? [last.position, last.length] : [item.dataOffset, item.length];
  const body = bytes.subarray(from, from + length);
  const isComment = last !== undefined && JPEG.test(transferSyntaxUid) && draw(2) === 0;
  const put = isComment
    ? concatBytes([body.subarray(0, START_BYTES), comment(padded), body.subarray(START_BYTES)])
    : concatBytes([body, padded]);
  const whole = concatBytes([bytes.subarray(0, from), put, bytes.subarray(from + length)]);
  new DataView(whole.buffer).setUint32(from - 4, put.length, transferSyntaxUid !== EXPLICIT_BIG_ENDIAN);
  return whole;
}

/** Builds a JPEG comment segment. Source: ITU T.81 B.2.4.5. */
function comment(text: Uint8Array): Uint8Array {
  const length = text.length + 2;
  return concatBytes([Uint8Array.of(0xff, 0xfe, length >> 8, length & 0xff), text]);
}

/** Returns the identifiers found in the bytes, in any of the planted spellings and encodings. */
export function termsIn(bytes: Uint8Array): string[] {
  const text = Buffer.from(bytes).toString('latin1').toLowerCase();
  return TERMS.filter((term) =>
    ENCODINGS.some((encoding) => text.includes(Buffer.from(term.toLowerCase(), encoding).toString('latin1'))),
  );
}
