/** Colour samples to interleaved 8-bit RGB. Source: DICOM PS3.3 C.7.6.3.1.2. */
import { ProcessingError } from '#server/processing/processing-error.ts';
import type { DecodedPixels } from './codecs.ts';
import type { PixelFormat } from './pixel-format.ts';

export function toRgb(format: PixelFormat, pixels: DecodedPixels): Uint8Array {
  const count = format.rows * format.columns;
  const { photometricInterpretation: colours } = pixels;
  const isHalved = !format.isCompressed && colours === 'YBR_FULL_422';
  const bytes = narrowed(pixels, isHalved ? count * 2 : count * 3);
  if (isHalved) return fromYbr(spread(bytes, count));
  const interleaved = pixels.planarConfiguration === 1 ? interleave(bytes, count) : bytes;
  if (colours === 'RGB') return interleaved;
  if (colours === 'YBR_FULL' || colours === 'YBR_FULL_422') return fromYbr(interleaved);
  throw new ProcessingError('unsupported_syntax');
}

/** The upper eight bits of wider samples. */
function narrowed({ data, bitsAllocated, bitsStored }: DecodedPixels, count: number): Uint8Array {
  if (data.length < (count * bitsAllocated) / 8) throw new ProcessingError('damaged');
  if (bitsAllocated === 8) return Uint8Array.from(data.subarray(0, count));
  if (bitsAllocated !== 16) throw new ProcessingError('unsupported_syntax');
  const shift = Math.max(bitsStored - 8, 0);
  return Uint8Array.from({ length: count }, (_, at) => {
    const word = (data[at * 2] ?? 0) | ((data[at * 2 + 1] ?? 0) << 8);
    return Math.min(word >> shift, 255);
  });
}

function interleave(planes: Uint8Array, count: number): Uint8Array {
  const pixels = new Uint8Array(count * 3);
  for (let channel = 0; channel < 3; channel += 1) {
    for (let at = 0; at < count; at += 1) pixels[at * 3 + channel] = planes[channel * count + at] ?? 0;
  }
  return pixels;
}

/** Two pixels lie as Y1 Y2 Cb Cr. */
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

/** In place. */
function fromYbr(pixels: Uint8Array): Uint8Array {
  for (let at = 0; at < pixels.length; at += 3) {
    const y = pixels[at] ?? 0;
    const cb = (pixels[at + 1] ?? 0) - 128;
    const cr = (pixels[at + 2] ?? 0) - 128;
    pixels[at] = clamp(y + 1.402 * cr);
    pixels[at + 1] = clamp(y - 0.344136 * cb - 0.714136 * cr);
    pixels[at + 2] = clamp(y + 1.772 * cb);
  }
  return pixels;
}

function clamp(value: number): number {
  return Math.min(Math.max(Math.round(value), 0), 255);
}
