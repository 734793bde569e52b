/**
 * Converts samples to display greys: modality rescale, window or VOI table, inversion. Shared by thumbnail, preview,
 * viewer, key image and PDF.
 * Source: DICOM PS3.3 C.11.2.1.2; docs/guide/imaging.md, "A frame".
 */
import type { SampledFrame } from './pixel-values.ts';

/** A VOI table: entries from the low to the high end of its window. */
export interface VoiTable {
  readonly entries: Uint16Array | Uint8Array;
  /** Bits of an entry; all set means white. */
  readonly bits: number;
}

/** VOI window: centre and width in pixel values (HU in CT). */
export interface VoiWindow {
  readonly center: number;
  readonly width: number;
  /** Replaces the linear ramp; stretched to the window's width. */
  readonly table?: VoiTable;
}

export interface Shading extends VoiWindow {
  readonly inverted: boolean;
}

/** A decoded frame with its display parameters. */
export interface ShownFrame extends SampledFrame {
  /** `MONOCHROME1`: low values are bright. */
  readonly photometric_interpretation: string;
  /** `LINEAR`, `LINEAR_EXACT`, `SIGMOID`. */
  readonly voi_function: string;
}

type HowShown = Pick<
  ShownFrame,
  'rescale_slope' | 'rescale_intercept' | 'voi_function' | 'photometric_interpretation'
>;

const WITHOUT_WINDOW = { center: 128, width: 256 } as const;

/** The file's first window, or the range of its pixels; with a person's centre and width if chosen. */
export function shadingOf(
  { windows: [own = WITHOUT_WINDOW] }: { readonly windows: readonly VoiWindow[] },
  chosen?: { readonly center: number; readonly width: number } | null,
): Shading {
  return { ...own, ...chosen, inverted: false };
}

/** Returns a function from sample to grey (0 to 255). */
export function greyFunction(frame: HowShown, shading: Shading): (sample: number) => number {
  const { rescale_slope, rescale_intercept, voi_function, photometric_interpretation } = frame;
  const partOf = shading.table ? tablePart(shading, shading.table) : windowPart(shading, voi_function);
  const isDown = shading.inverted !== (photometric_interpretation === 'MONOCHROME1');
  return (sample) => {
    const grey = Math.round(partOf(sample * rescale_slope + rescale_intercept) * 255);
    return isDown ? 255 - grey : grey;
  };
}

/**
 * Draws overlays in white on grey and colour pictures, independent of window and inversion. @param runs first pixel and
 * the one after the last
 */
export function drawOverlay(picture: Uint8Array, channels: number, runs: ArrayLike<number>): void {
  for (let at = 0; at + 1 < runs.length; at += 2) {
    picture.fill(255, (runs[at] ?? 0) * channels, (runs[at + 1] ?? 0) * channels);
  }
}

/** Returns a function from pixel value to 0…1. */
function windowPart(window: VoiWindow, voiFunction: string): (shade: number) => number {
  const { center } = window;
  const width = Math.max(window.width, Number.MIN_VALUE);
  if (voiFunction === 'SIGMOID') return (shade) => 1 / (1 + Math.exp((-4 * (shade - center)) / width));
  const isExact = voiFunction === 'LINEAR_EXACT' || width < 1;
  // A window of width one is a step from black to white.
  if (!isExact && width === 1) return (shade) => (shade > center - 0.5 ? 1 : 0);
  const middle = isExact ? center : center - 0.5;
  const span = isExact ? width : width - 1;
  return (shade) => Math.min(Math.max((shade - middle) / span + 0.5, 0), 1);
}

function tablePart({ center, width }: VoiWindow, { entries, bits }: VoiTable): (shade: number) => number {
  const low = center - width / 2;
  const last = entries.length - 1;
  const white = 2 ** bits - 1;
  return (shade) => {
    const index = Math.floor(((shade - low) * entries.length) / Math.max(width, Number.MIN_VALUE));
    return Math.min((entries[Math.min(Math.max(index, 0), last)] ?? 0) / white, 1);
  };
}
