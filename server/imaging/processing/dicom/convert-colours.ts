/** Converts colour samples to interleaved 8-bit RGB. Source: DICOM PS3.3 C.7.6.3.1.2. */
import { ProcessingError } from '#server/imaging/processing/processing-error.ts';
import type { DecodedPixels } from './codecs.ts';
import { isHalvedColour } from './encoded-frame.ts';
import type { PixelFormat } from './pixel-format.ts';
import { sampleRange, samplesOf } from './sample-values.ts';

export function toRgb(format: PixelFormat, pixels: DecodedPixels): Uint8Array {
  const count = format.rows * format.columns;
  const { photometricInterpretation: colours } = pixels;
  const isHalved = !format.isCompressed && isHalvedColour(colours);
  const bytes = narrowed(pixels, isHalved ? count * 2 : count * 3);
  if (isHalved) return fromYbr(spread(bytes, count), colours === 'YBR_PARTIAL_422');
  const interleaved = pixels.planarConfiguration === 1 ? interleave(bytes, count) : bytes;
  if (colours === 'RGB') return interleaved;
  if (colours === 'YBR_FULL' || colours === 'YBR_FULL_422') return fromYbr(interleaved);
  throw new ProcessingError('unsupported_syntax');
}

/** Scales each sample's full range to eight bits. Signed ones start at black. */
function narrowed(pixels: DecodedPixels, count: number): Uint8Array {
  const samples = samplesOf(pixels, count);
  const { low, high } = sampleRange(pixels);
  if (low === 0 && high === 255) return Uint8Array.from(samples);
  const span = high - low;
  const isWide = span > 255;
  const step = isWide ? (span + 1) / 256 : span / 255;
  return Uint8Array.from(samples, (sample) =>
    isWide ? Math.floor((sample - low) / step) : Math.round((sample - low) / step),
  );
}

function interleave(planes: Uint8Array, count: number): Uint8Array {
  const pixels = new Uint8Array(count * 3);
  for (let channel = 0; channel < 3; channel += 1) {
    for (let at = 0; at < count; at += 1) pixels[at * 3 + channel] = planes[channel * count + at] ?? 0;
  }
  return pixels;
}

/** Expands 4:2:2 samples, where two pixels are stored as Y1 Y2 Cb Cr. */
function spread(halved: Uint8Array, count: number): Uint8Array {
  const full = new Uint8Array(count * 3);
  for (let at = 0; at < count; at += 1) {
    const pair = (at >> 1) * 4;
    full[at * 3] = halved[pair + (at & 1)] ?? 0;
    full[at * 3 + 1] = halved[pair + 2] ?? 0;
    full[at * 3 + 2] = halved[pair + 3] ?? 0;
  }
  return full;
}

/** Converts in place. @param isPartial black is 16, white 235, and colours have the same reduced range. */
function fromYbr(pixels: Uint8Array, isPartial = false): Uint8Array {
  const [black, luma, chroma] = isPartial ? [16, 255 / 219, 255 / 224] : [0, 1, 1];
  for (let at = 0; at < pixels.length; at += 3) {
    const y = ((pixels[at] ?? 0) - black) * luma;
    const cb = ((pixels[at + 1] ?? 0) - 128) * chroma;
    const cr = ((pixels[at + 2] ?? 0) - 128) * chroma;
    pixels[at] = clamp(y + 1.402 * cr);
    pixels[at + 1] = clamp(y - 0.344136 * cb - 0.714136 * cr);
    pixels[at + 2] = clamp(y + 1.772 * cb);
  }
  return pixels;
}

function clamp(value: number): number {
  return Math.min(Math.max(Math.round(value), 0), 255);
}
