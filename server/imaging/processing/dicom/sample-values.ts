/**
 * Extracts sample values from words of pixel data: masks the stored bits, removes overlay bits, extends the sign. Used
 * for uncompressed files and every codec. Source: DICOM PS3.5 8.1.1, 8.1.2.
 */
import type { ValueRange } from '#dicom/picture/lut-descriptor.ts';
import { ProcessingError } from '#server/imaging/processing/processing-error.ts';
import type { DecodedPixels } from './codecs.ts';

export type Samples = Uint8Array | Int8Array | Uint16Array | Int16Array | Uint32Array | Int32Array;

/**
 * Converts pixel words to sample values.
 * @param count samples of one frame. @throws ProcessingError damaged, unsupported_syntax
 */
export function samplesOf(pixels: DecodedPixels, count: number): Samples {
  const { data, bitsAllocated, isSigned } = pixels;
  if (data.length < (count * bitsAllocated) / 8) throw new ProcessingError('damaged');
  if (bitsAllocated === 1) {
    return Uint8Array.from({ length: count }, (_, at) => ((data[at >> 3] ?? 0) >> (at & 7)) & 1);
  }
  if (bitsAllocated % 8 !== 0) return samplesOf(unpacked(pixels, count), count);
  const words = aligned(data, count, bitsAllocated, isSigned);
  const bitsStored = Math.min(pixels.bitsStored, bitsAllocated);
  if (pixels.isRounded === true) return words.map(within(sampleRange({ bitsStored, isSigned })));
  const above = bitsAllocated - 1 - Math.min(Math.max(pixels.highBit, bitsStored - 1), bitsAllocated - 1);
  const unused = bitsAllocated - bitsStored;
  if (unused === 0) return words;
  // Shifting up drops overlay bits above; shifting back down drops those below and extends the sign.
  const shift = 32 - bitsAllocated;
  for (let at = 0; at < count; at += 1) {
    const top = (words[at] ?? 0) << (shift + above);
    words[at] = isSigned ? top >> (shift + unused) : top >>> (shift + unused);
  }
  return words;
}

/** Lowest and highest possible sample of these pixels. */
export function sampleRange({
  bitsStored,
  isSigned,
}: Pick<DecodedPixels, 'bitsStored' | 'isSigned'>): ValueRange {
  return isSigned
    ? { low: -(2 ** (bitsStored - 1)), high: 2 ** (bitsStored - 1) - 1 }
    : { low: 0, high: 2 ** bitsStored - 1 };
}

function within({ low, high }: ValueRange): (sample: number) => number {
  return (sample) => Math.min(Math.max(sample, low), high);
}

/** Unpacks samples such as 12 bits that are stored without gaps, lowest bit first. */
function unpacked(pixels: DecodedPixels, count: number): DecodedPixels {
  const { data, bitsAllocated } = pixels;
  const bits = bitsAllocated < 16 ? 16 : 32;
  const words = bits === 16 ? new Uint16Array(count) : new Uint32Array(count);
  for (let at = 0; at < count * bitsAllocated; at += 1) {
    const bit = ((data[at >> 3] ?? 0) >> (at & 7)) & 1;
    const sample = Math.floor(at / bitsAllocated);
    words[sample] = (words[sample] ?? 0) + bit * 2 ** (at % bitsAllocated);
  }
  return { ...pixels, data: new Uint8Array(words.buffer), bitsAllocated: bits };
}

function aligned(data: Uint8Array, count: number, bits: number, isSigned: boolean): Samples {
  const { buffer } = Uint8Array.from(data.subarray(0, (count * bits) / 8));
  if (bits === 8) return isSigned ? new Int8Array(buffer) : new Uint8Array(buffer);
  if (bits === 16) return isSigned ? new Int16Array(buffer) : new Uint16Array(buffer);
  if (bits === 32) return isSigned ? new Int32Array(buffer) : new Uint32Array(buffer);
  throw new ProcessingError('unsupported_syntax');
}
