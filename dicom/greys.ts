/**
 * From samples to the greys of a screen or of paper: modality rescale, window (VOI), inversion.
 * Source: DICOM PS3.3 C.11.2.1.2; docs/imaging.md, "A frame".
 */
import type { SampledFrame } from './shades.ts';

export interface Shading {
  /** In shades (HU in CT). */
  readonly center: number;
  readonly width: number;
  readonly inverted: boolean;
}

/** A decoded frame, with what it says about how it is shown. */
export interface ShownFrame extends SampledFrame {
  /** `MONOCHROME1`: low is bright. */
  readonly photometric_interpretation: string;
  /** `LINEAR`, `LINEAR_EXACT`, `SIGMOID`. */
  readonly voi_function: string;
}

/** One byte of grey for one sample. */
export function greyFunction(frame: ShownFrame, shading: Shading): (sample: number) => number {
  const { rescale_slope, rescale_intercept, voi_function, photometric_interpretation } = frame;
  const { center, inverted } = shading;
  const width = Math.max(shading.width, Number.MIN_VALUE);
  const isExact = voi_function === 'LINEAR_EXACT' || width <= 1;
  const middle = isExact ? center : center - 0.5;
  const span = isExact ? width : width - 1;
  const isSigmoid = voi_function === 'SIGMOID';
  const isDown = inverted !== (photometric_interpretation === 'MONOCHROME1');
  return (sample) => {
    const shade = sample * rescale_slope + rescale_intercept;
    const part = isSigmoid
      ? 1 / (1 + Math.exp((-4 * (shade - center)) / width))
      : Math.min(Math.max((shade - middle) / span + 0.5, 0), 1);
    const grey = Math.round(part * 255);
    return isDown ? 255 - grey : grey;
  };
}
