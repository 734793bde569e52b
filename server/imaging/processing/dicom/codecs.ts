/**
 * Decodes compressed frames one at a time with dcmjs-codecs (WebAssembly). The table of transfer syntaxes lists all
 * that can be shown; any other is `unsupported_syntax`.
 * Source: DICOM PS3.5 A.4; https://github.com/PantelisGeorgiadis/dcmjs-codecs
 */
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import dcmjsCodecs, { type Context as CodecContext } from 'dcmjs-codecs';
import { ProcessingError } from '#server/imaging/processing/processing-error.ts';
import { type Codestream, isWholeRle, readCodestream } from './codestream.ts';
import type { PixelFormat } from './pixel-format.ts';

const { Context, NativeCodecs, log } = dcmjsCodecs;

type Decode = (context: CodecContext) => CodecContext;

const RLE = '1.2.840.10008.1.2.5';
const JPEG_XL = /\.4\.11[012]$/;
const DECODERS: Readonly<Record<string, Decode>> = {
  [RLE]: (context) => NativeCodecs.decodeRle(context),
  '1.2.840.10008.1.2.4.50': (context) => NativeCodecs.decodeJpeg(context),
  '1.2.840.10008.1.2.4.51': (context) => NativeCodecs.decodeJpeg(context),
  '1.2.840.10008.1.2.4.53': (context) => NativeCodecs.decodeJpeg(context),
  '1.2.840.10008.1.2.4.55': (context) => NativeCodecs.decodeJpeg(context),
  '1.2.840.10008.1.2.4.57': (context) => NativeCodecs.decodeJpeg(context),
  '1.2.840.10008.1.2.4.70': (context) => NativeCodecs.decodeJpeg(context),
  '1.2.840.10008.1.2.4.80': (context) => NativeCodecs.decodeJpegLs(context),
  '1.2.840.10008.1.2.4.81': (context) => NativeCodecs.decodeJpegLs(context),
  '1.2.840.10008.1.2.4.90': (context) => NativeCodecs.decodeJpeg2000(context),
  '1.2.840.10008.1.2.4.91': (context) => NativeCodecs.decodeJpeg2000(context),
  '1.2.840.10008.1.2.4.110': (context) => NativeCodecs.decodeJpegXl(context),
  '1.2.840.10008.1.2.4.111': (context) => NativeCodecs.decodeJpegXl(context),
  '1.2.840.10008.1.2.4.112': (context) => NativeCodecs.decodeJpegXl(context),
  '1.2.840.10008.1.2.4.201': (context) => NativeCodecs.decodeHtJpeg2000(context),
  '1.2.840.10008.1.2.4.202': (context) => NativeCodecs.decodeHtJpeg2000(context),
  '1.2.840.10008.1.2.4.203': (context) => NativeCodecs.decodeHtJpeg2000(context),
};

/** Pixels from a file or a codec, with the position of a sample in its word. */
export interface DecodedPixels {
  readonly data: Uint8Array;
  readonly bitsAllocated: number;
  readonly bitsStored: number;
  readonly highBit: number;
  readonly isSigned: boolean;
  readonly planarConfiguration: number;
  readonly photometricInterpretation: string;
  /** True when a lossy codec rounded the words: bits beyond the stored ones then carry no overlay. */
  readonly isRounded?: boolean;
  /** Meaningful bits of a decoded word. Undefined: all. */
  readonly precision?: number | undefined;
}

/** Decodes one compressed frame. @throws ProcessingError unsupported_syntax, damaged */
export async function decodeCompressed(
  transferSyntaxUid: string,
  format: PixelFormat,
  encoded: Uint8Array,
): Promise<DecodedPixels> {
  const decode = DECODERS[transferSyntaxUid];
  if (decode === undefined) throw new ProcessingError('unsupported_syntax');
  await start();
  const codestream = readCodestream(transferSyntaxUid, encoded);
  // Refused, because with missing data a codec hangs or returns uninitialised memory.
  if (codestream.isEmpty || !isSameSize(format, codestream)) throw new ProcessingError('damaged');
  if (transferSyntaxUid === RLE && !isWholeRle(encoded, ...rleShape(format)))
    throw new ProcessingError('damaged');
  try {
    const decoded = decode(contextOf({ ...format, bitsAllocated: wordBits(format, codestream) }, encoded));
    const data = decoded.getDecodedBuffer();
    const bits = decoded.getBitsAllocated() ?? 0;
    const frameBytes = (format.rows * format.columns * format.samplesPerPixel * bits) / 8;
    const isWhole =
      decoded.getWidth() === format.columns &&
      decoded.getHeight() === format.rows &&
      data !== undefined &&
      // Requires the exact size for JPEG XL, because further rows would be dropped silently.
      (JPEG_XL.test(transferSyntaxUid) ? data.length === frameBytes : data.length >= frameBytes);
    if (!isWhole || data.length === 0) throw new ProcessingError('damaged');
    return {
      data,
      bitsAllocated: allocatedBits(format, data, decoded.getBitsAllocated() ?? format.bitsAllocated),
      ...sampleBits(format, codestream),
      isRounded: codestream.isRounded,
      precision: codestream.precision,
      planarConfiguration: codestream.isPlanar ? 1 : (decoded.getPlanarConfiguration() ?? 0),
      photometricInterpretation: coloursOf(format, codestream),
    };
  } catch {
    // The codec's message is dropped, because it says nothing useful about a hostile stream.
    throw new ProcessingError('damaged');
  }
}

function isSameSize({ rows, columns }: PixelFormat, { size }: Codestream): boolean {
  return size === undefined || (size.rows === rows && size.columns === columns);
}

/** Number of RLE segments, and the bytes each unpacks to. One-bit samples are packed eight per byte. */
function rleShape({ rows, columns, samplesPerPixel, bitsAllocated }: PixelFormat): [number, number] {
  const pixels = rows * columns;
  const bytes = bitsAllocated < 8 ? Math.ceil((pixels * bitsAllocated) / 8) : pixels;
  return [samplesPerPixel * Math.ceil(bitsAllocated / 8), bytes];
}

/** Codecs return words as wide as the codestream needs, whatever the header allocates. */
function wordBits({ bitsAllocated }: PixelFormat, { precision }: Codestream): number {
  if (precision === undefined || bitsAllocated === 1) return bitsAllocated;
  return [8, 16].find((bits) => precision <= bits) ?? 32;
}

/** Codecs other than RLE return one byte for a one-bit sample. */
function allocatedBits({ rows, columns }: PixelFormat, data: Uint8Array, bitsAllocated: number): number {
  return bitsAllocated === 1 && data.length >= rows * columns ? 8 : bitsAllocated;
}

/**
 * Position of a sample in a codec's words. A codec with fewer bits than the header's high bit returns them at the low
 * end. Without a sign of its own, a codestream has the sign at its precision, as encoders write it.
 */
function sampleBits(
  format: PixelFormat,
  { precision, isSigned }: Codestream,
): Pick<DecodedPixels, 'bitsStored' | 'highBit' | 'isSigned'> {
  const signed = isSigned ?? false;
  if (precision === undefined) return format;
  // The codestream has more bits than the header allocates, so the header describes other data.
  if (precision > format.bitsAllocated && format.bitsAllocated > 1)
    return { bitsStored: precision, highBit: precision - 1, isSigned: signed || format.isSigned };
  const bitsStored = Math.min(format.bitsStored, precision);
  const isLow = format.highBit >= precision;
  return {
    bitsStored,
    highBit: isLow ? bitsStored - 1 : format.highBit - format.bitsStored + bitsStored,
    isSigned: signed || format.isSigned,
  };
}

/** JPEG markers override the header. JPEG 2000 reverses its own colour transform. */
function coloursOf({ samplesPerPixel, photometricInterpretation }: PixelFormat, { colours }: Codestream) {
  if (samplesPerPixel !== 3) return photometricInterpretation;
  return isTransformed(photometricInterpretation) ? 'RGB' : (colours ?? photometricInterpretation);
}

function isTransformed(photometricInterpretation: string): boolean {
  return photometricInterpretation === 'YBR_ICT' || photometricInterpretation === 'YBR_RCT';
}

function contextOf(format: PixelFormat, encoded: Uint8Array): CodecContext {
  return new Context({
    width: format.columns,
    height: format.rows,
    bitsAllocated: format.bitsAllocated,
    bitsStored: format.bitsStored,
    samplesPerPixel: format.samplesPerPixel,
    pixelRepresentation: format.isSigned ? 1 : 0,
    planarConfiguration: format.planarConfiguration,
    photometricInterpretation: format.photometricInterpretation,
    encodedBuffer: encoded,
  });
}

async function start(): Promise<void> {
  if (NativeCodecs.isInitialized()) return;
  log.disableAll();
  // The package evaluates `require` by name, which a bundled module lacks.
  Reflect.set(globalThis, 'require', createRequire(import.meta.url));
  const path = fileURLToPath(import.meta.resolve('dcmjs-codecs/build/dcmjs-native-codecs.wasm'));
  await NativeCodecs.initializeAsync({ webAssemblyModulePathOrUrl: path });
}
