/**
 * From samples to shades of grey between 0 and 255: the file's first window, its VOI table, or the range
 * the pixels really have. Source: DICOM PS3.3 C.11.2.1.2 (LINEAR, LINEAR_EXACT, SIGMOID), C.7.6.3.1.2.
 */
import type { DicomDataset } from '#dicom/dataset.ts';
import type { DecodedFrame } from './decode-frame.ts';
import { lookUp, lookupTable } from './lookup-table.ts';

export interface Window {
  readonly center: number;
  readonly width: number;
}

export type VoiFunction = 'LINEAR' | 'LINEAR_EXACT' | 'SIGMOID';

export interface Voi {
  /** In the order of the file; never empty. */
  readonly windows: readonly Window[];
  readonly voiFunction: VoiFunction;
  /** False where the file names none: the window was made from the pixels. */
  readonly isFromFile: boolean;
}

export function voiOf(dataset: DicomDataset, frame: DecodedFrame): Voi {
  const groups = [...dataset.items('x52009229'), ...dataset.items('x52009230').slice(0, 1)];
  const sources = [dataset, ...groups.flatMap((group) => group.items('x00289132'))];
  for (const source of sources) {
    const centers = source.numbers('x00281050') ?? [];
    const widths = source.numbers('x00281051') ?? [];
    const windows = centers.flatMap((center, at) => {
      const width = widths[at];
      return width !== undefined && width > 0 ? [{ center, width }] : [];
    });
    if (windows.length > 0) return { windows, voiFunction: functionOf(source), isFromFile: true };
  }
  return { windows: [rangeOf(dataset, frame)], voiFunction: 'LINEAR', isFromFile: false };
}

function functionOf(dataset: DicomDataset): VoiFunction {
  const name = dataset.text('x00281056');
  return name === 'SIGMOID' || name === 'LINEAR_EXACT' ? name : 'LINEAR';
}

/** The whole range of the pixels, padding left out. */
function rangeOf(dataset: DicomDataset, frame: DecodedFrame): Window {
  const padding = frame.isSigned ? dataset.parsed.int16('x00280120') : dataset.parsed.uint16('x00280120');
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const sample of frame.samples) {
    if (sample === padding) continue;
    if (sample < low) low = sample;
    if (sample > high) high = sample;
  }
  if (low > high) return { center: 0, width: 1 };
  const from = low * frame.rescaleSlope + frame.rescaleIntercept;
  const to = high * frame.rescaleSlope + frame.rescaleIntercept;
  const width = Math.max(Math.abs(to - from) + 1, 1);
  return { center: Math.min(from, to) + width / 2, width };
}

/** One byte per pixel, or three where the frame has colours. */
export function renderFrame(dataset: DicomDataset, frame: DecodedFrame): Uint8Array {
  if (frame.photometricInterpretation === 'RGB') return Uint8Array.from(frame.samples);
  const toShade = shadeFunction(dataset, frame);
  const isInverted = frame.photometricInterpretation === 'MONOCHROME1';
  const known = new Map<number, number>();
  return Uint8Array.from(frame.samples, (sample) => {
    const cached = known.get(sample);
    if (cached !== undefined) return cached;
    const shade = Math.round(toShade(sample * frame.rescaleSlope + frame.rescaleIntercept) * 255);
    const shown = isInverted ? 255 - shade : shade;
    known.set(sample, shown);
    return shown;
  });
}

/** From a modality value to 0…1. */
function shadeFunction(dataset: DicomDataset, frame: DecodedFrame): (value: number) => number {
  const voi = voiOf(dataset, frame);
  const [item] = dataset.items('x00283010');
  const table = item && lookupTable(item, 'x00283002', 'x00283006');
  if (!voi.isFromFile && table !== undefined) {
    const highest = 2 ** Math.min(Math.max(table.bits, 1), 16) - 1;
    return (value) => Math.min(lookUp(table, value) / highest, 1);
  }
  const { center, width } = voi.windows[0] ?? { center: 0, width: 1 };
  if (voi.voiFunction === 'SIGMOID') return (value) => 1 / (1 + Math.exp((-4 * (value - center)) / width));
  const isExact = voi.voiFunction === 'LINEAR_EXACT' || width <= 1;
  const middle = isExact ? center : center - 0.5;
  const span = isExact ? width : width - 1;
  return (value) => Math.min(Math.max((value - middle) / span + 0.5, 0), 1);
}
