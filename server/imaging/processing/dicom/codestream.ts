/**
 * Reads a compressed frame's own description: size, precision, sign, colour order and colour space. Where it differs from the
 * file's header, the codestream is right, because a codec decodes by it alone.
 * Source: ISO 10918-1 B.2, ISO 10918-6, ISO 14495-1 C.2, ISO 15444-1 A.5.1.
 */

export interface Codestream {
  /** Size of the picture; undefined where the codestream does not state it. */
  readonly size: { readonly rows: number; readonly columns: number } | undefined;
  /** True when the codestream ends before its samples. */
  readonly isEmpty: boolean;
  /** Bits of one sample; undefined where the syntax lacks the field or it was not found. */
  readonly precision: number | undefined;
  /** Whether samples are signed; undefined where the codestream does not state it. */
  readonly isSigned: boolean | undefined;
  /** True for lossy compression: samples may exceed the header's range. */
  readonly isRounded: boolean;
  /** True when a codec returns plane after plane. */
  readonly isPlanar: boolean;
  /**
   * Colour space, from JFIF or Adobe markers, else from names and sampling of the components; undefined where none
   * states it.
   */
  readonly colours: 'RGB' | 'YBR_FULL' | undefined;
}

const UNKNOWN: Codestream = {
  size: undefined,
  isEmpty: false,
  precision: undefined,
  isSigned: undefined,
  isRounded: false,
  isPlanar: false,
  colours: undefined,
};

/** Baseline, extended, spectral selection, full progression. */
const JPEG_LOSSY = /^1\.2\.840\.10008\.1\.2\.4\.5[0135]$/;
const JPEG = /^1\.2\.840\.10008\.1\.2\.4\.(5[01357]|70)$/;
const JPEG_LS = /^1\.2\.840\.10008\.1\.2\.4\.8[01]$/;
const JPEG_2000 = /^1\.2\.840\.10008\.1\.2\.4\.(9[01]|20[123])$/;

export function readCodestream(transferSyntaxUid: string, bytes: Uint8Array): Codestream {
  if (JPEG_2000.test(transferSyntaxUid)) return readJpeg2000(bytes);
  if (JPEG_LS.test(transferSyntaxUid)) return { ...readJpeg(bytes), colours: undefined };
  if (!JPEG.test(transferSyntaxUid)) return UNKNOWN;
  const found = readJpeg(bytes);
  // Lossless JPEG keeps the colours it was given, whatever its markers state.
  return {
    ...found,
    isPlanar: false,
    colours: JPEG_LOSSY.test(transferSyntaxUid) ? found.colours : undefined,
  };
}

const COD = Uint8Array.of(0xff, 0x52);
/** Offset from the COD marker to the wavelet transformation: 0 is lossy, 1 reversible. */
const TRANSFORMATION_OFFSET = 13;
const SIZ = Uint8Array.of(0xff, 0x4f, 0xff, 0x51);
/** Offset from the SOC marker to the first component's Ssiz. */
const SSIZ_OFFSET = 42;
/** Offset from the SOC marker to the grid's right and lower end, followed by the picture's origin: four words. */
const GRID_OFFSET = 8;

function readJpeg2000(bytes: Uint8Array): Codestream {
  // A codestream may be inside the boxes of a JP2 file.
  const stream = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const at = stream.indexOf(SIZ);
  const ssiz = at < 0 ? undefined : bytes[at + SSIZ_OFFSET];
  if (ssiz === undefined) return UNKNOWN;
  const cod = stream.indexOf(COD, at + SSIZ_OFFSET);
  const isRounded = cod >= 0 && bytes[cod + TRANSFORMATION_OFFSET] === 0;
  const [right = 0, bottom = 0, left = 0, top = 0] = [0, 4, 8, 12].map((word) =>
    stream.readUInt32BE(at + GRID_OFFSET + word),
  );
  const size = { rows: bottom - top, columns: right - left };
  return { ...UNKNOWN, size, precision: (ssiz & 0x7f) + 1, isSigned: (ssiz & 0x80) !== 0, isRounded };
}

const START_OF_SCAN = 0xda;
/** A fragment is padded to an even length. */
const PADDING = 1;
/** SOF markers of every process, and that of JPEG-LS; DHT, JPG and DAC are between them. */
const isStartOfFrame = (marker: number): boolean =>
  marker === 0xf7 || (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker));

/** Reads markers of JPEG and JPEG-LS up to the first scan. */
function readJpeg(bytes: Uint8Array): Codestream {
  let found = UNKNOWN;
  let components = 1;
  for (let at = 2; at + 4 <= bytes.length; ) {
    const marker = bytes[at + 1] ?? 0;
    if (bytes[at] !== 0xff) break;
    // Fill bytes may precede any marker.
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const length = ((bytes[at + 2] ?? 0) << 8) | (bytes[at + 3] ?? 0);
    const segment = bytes.subarray(at + 4, at + 2 + length);
    if (isStartOfFrame(marker)) {
      const colours = found.colours ?? coloursOfComponents(segment);
      found = { ...found, size: sizeOf(segment), precision: segment[0], colours };
      components = segment[5] ?? 1;
    } else if (marker === START_OF_SCAN) {
      const isEmpty = at + 2 + length + PADDING >= bytes.length;
      return { ...found, isEmpty, isPlanar: components > 1 && segment[0] === 1 };
    } else found = { ...found, colours: coloursOf(marker, segment) ?? found.colours };
    at += 2 + Math.max(length, 2);
  }
  return found;
}

/** A height of zero is defined after the first scan. */
function sizeOf(segment: Uint8Array): Codestream['size'] {
  const [rows, columns] = [1, 3].map((at) => ((segment[at] ?? 0) << 8) | (segment[at + 1] ?? 0));
  return rows && columns ? { rows, columns } : undefined;
}

/**
 * Guesses colours from components: encoders number YBR ones 1, 2, 3 as JFIF does, and name RGB ones by their letters. A
 * subsampled component means YBR.
 */
function coloursOfComponents(segment: Uint8Array): Codestream['colours'] {
  const [one, two, three] = [6, 9, 12].map((at) => ({ id: segment[at], sampling: segment[at + 1] }));
  if (segment[5] !== 3 || three?.id === undefined) return undefined;
  const ids = [one?.id, two?.id, three.id].join();
  if (ids === LETTERS) return 'RGB';
  return ids === NUMBERS || one?.sampling !== two?.sampling ? 'YBR_FULL' : undefined;
}

const LETTERS = '82,71,66';
const NUMBERS = '1,2,3';

const startsWith = (segment: Uint8Array, name: string): boolean =>
  String.fromCharCode(...segment.subarray(0, name.length)) === name;

const ADOBE_TRANSFORM = 11;

function coloursOf(marker: number, segment: Uint8Array): Codestream['colours'] {
  if (marker === 0xe0 && startsWith(segment, 'JFIF')) return 'YBR_FULL';
  if (marker !== 0xee || !startsWith(segment, 'Adobe')) return undefined;
  return segment[ADOBE_TRANSFORM] === 0 ? 'RGB' : 'YBR_FULL';
}

const RLE_HEADER_BYTES = 64;
const RLE_SEGMENTS_MAX = 15;

/**
 * True when an RLE frame has a complete segment for each byte of a sample, in order. For missing ones the codec would
 * return uninitialised memory. Source: DICOM PS3.5 Annex G.
 */
export function isWholeRle(bytes: Uint8Array, segments: number, segmentBytes: number): boolean {
  if (bytes.length < RLE_HEADER_BYTES || segments > RLE_SEGMENTS_MAX) return false;
  const header = new DataView(bytes.buffer, bytes.byteOffset, RLE_HEADER_BYTES);
  if (header.getUint32(0, true) !== segments) return false;
  const starts = Array.from({ length: segments }, (_, at) => header.getUint32(4 + 4 * at, true));
  return starts.every((start, at) => {
    const isBehind = start >= (starts[at - 1] ?? RLE_HEADER_BYTES - 1) + 1;
    return isBehind && unpackedBytes(bytes.subarray(start, starts[at + 1])) >= segmentBytes;
  });
}

/** Counts the bytes of complete runs in a segment. */
function unpackedBytes(segment: Uint8Array): number {
  let count = 0;
  for (let at = 0; at < segment.length; ) {
    const head = segment[at] ?? 0;
    const packed = head < 128 ? 2 + head : head > 128 ? 2 : 1;
    if (at + packed > segment.length) break;
    count += head < 128 ? 1 + head : head > 128 ? 257 - head : 0;
    at += packed;
  }
  return count;
}
