/**
 * From samples to the greys of a screen or of paper: modality rescale, window or table of values (VOI), inversion. The
 * one description for thumbnail, preview, viewer, key image and PDF.
 * Source: DICOM PS3.3 C.11.2.1.2; docs/guide/imaging.md, "A frame".
 */
import type { SampledFrame } from './pixel-values.ts';

/** A VOI table: entries from the low end of its window to the high end. */
export interface VoiTable {
  readonly entries: Uint16Array | Uint8Array;
  /** Of an entry; all of them set is white. */
  readonly bits: number;
}

/** In shades (HU in CT). */
export interface VoiWindow {
  readonly center: number;
  readonly width: number;
  /** Shapes the window instead of a line. Another width stretches it. */
  readonly table?: VoiTable;
}

export interface Shading extends VoiWindow {
  readonly inverted: boolean;
}

/** A decoded frame, with what it says about how it is shown. */
export interface ShownFrame extends SampledFrame {
  /** `MONOCHROME1`: low is bright. */
  readonly photometric_interpretation: string;
  /** `LINEAR`, `LINEAR_EXACT`, `SIGMOID`. */
  readonly voi_function: string;
}

type HowShown = Pick<
  ShownFrame,
  'rescale_slope' | 'rescale_intercept' | 'voi_function' | 'photometric_interpretation'
>;

const WITHOUT_WINDOW = { center: 128, width: 256 } as const;

/** The window the file names first, or the range of its pixels; with the centre and width somebody chose. */
export function shadingOf(
  { windows: [own = WITHOUT_WINDOW] }: { readonly windows: readonly VoiWindow[] },
  chosen?: { readonly center: number; readonly width: number } | null,
): Shading {
  return { ...own, ...chosen, inverted: false };
}

/** One byte of grey for one sample. */
export function greyFunction(frame: HowShown, shading: Shading): (sample: number) => number {
  const { rescale_slope, rescale_intercept, voi_function, photometric_interpretation } = frame;
  const partOf = shading.table ? tablePart(shading, shading.table) : windowPart(shading, voi_function);
  const isDown = shading.inverted !== (photometric_interpretation === 'MONOCHROME1');
  return (sample) => {
    const grey = Math.round(partOf(sample * rescale_slope + rescale_intercept) * 255);
    return isDown ? 255 - grey : grey;
  };
}

/** Overlays lie white on greys and colours alike, whatever window and inversion shape these. @param runs first pixel and the one behind the last */
export function drawOverlay(picture: Uint8Array, channels: number, runs: ArrayLike<number>): void {
  for (let at = 0; at + 1 < runs.length; at += 2) {
    picture.fill(255, (runs[at] ?? 0) * channels, (runs[at + 1] ?? 0) * channels);
  }
}

/** From a shade to 0…1. */
function windowPart(window: VoiWindow, voiFunction: string): (shade: number) => number {
  const { center } = window;
  const width = Math.max(window.width, Number.MIN_VALUE);
  if (voiFunction === 'SIGMOID') return (shade) => 1 / (1 + Math.exp((-4 * (shade - center)) / width));
  const isExact = voiFunction === 'LINEAR_EXACT' || width < 1;
  // One shade wide: nothing lies between black and white.
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
