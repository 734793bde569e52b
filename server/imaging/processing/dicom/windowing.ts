/**
 * Chooses a frame's window: from its file, its VOI table, or the actual range of its pixels.
 * `lib/dicom/picture/voi-lut.ts` applies it, here and in the viewer. Source: DICOM PS3.3 C.11.2, C.7.6.16.2.10.
 */

import { macroItems } from '#dicom/frame/functional-groups.ts';
import { greyFunction, shadingOf, type VoiWindow } from '#dicom/picture/voi-lut.ts';
import type { DicomDataset } from '#dicom/read-dataset.ts';
import type { DecodedFrame } from './decode-frame.ts';
import { lookupTable } from './lookup-table.ts';
import { sampleRange } from './sample-values.ts';

export type VoiFunction = 'LINEAR' | 'LINEAR_EXACT' | 'SIGMOID';
/** `file`: its windows, `table`: its VOI table, `pixels`: the range of the pixels. */
export type WindowSource = 'file' | 'table' | 'pixels';

export interface Voi {
  /** Windows in the file's order, never empty. The first is shown by default. */
  readonly windows: readonly VoiWindow[];
  readonly voiFunction: VoiFunction;
  readonly source: WindowSource;
}

const FRAME_VOI = 'x00289132';

/** Uses the file's window or table, unless it makes the frame uniformly grey although its pixels differ. */
export function voiOf(dataset: DicomDataset, frame: DecodedFrame): Voi {
  const file = fileVoi(dataset, frame);
  if (file !== undefined && !isShownEven(frame, file)) return file;
  const pixels = pixelVoi(frame);
  if (file === undefined) return pixels;
  if (isShownEven(frame, pixels)) return file;
  return { ...pixels, windows: [...pixels.windows, ...file.windows.map(withoutTable)] };
}

const withoutTable = ({ center, width }: VoiWindow): VoiWindow => ({ center, width });

function fileVoi(dataset: DicomDataset, frame: DecodedFrame): Voi | undefined {
  for (const source of [...macroItems(dataset, frame.frameIndex, FRAME_VOI), dataset]) {
    const windows = windowsOf(source, frame.unitFactor);
    if (windows.length > 0) return { windows, voiFunction: functionOf(source), source: 'file' };
  }
  const [table] = [...macroItems(dataset, frame.frameIndex, FRAME_VOI), dataset].flatMap(
    (source) => tableWindow(source, frame) ?? [],
  );
  return table && { windows: [table], voiFunction: 'LINEAR', source: 'table' };
}

/** Pairs centres with widths; skips pairs with an empty value. */
function windowsOf(source: DicomDataset, unitFactor: number): VoiWindow[] {
  const widths = source.numberValues('x00281051');
  return source.numberValues('x00281050').flatMap((center, at) => {
    const width = widths[at];
    if (center === undefined || width === undefined || width <= 0) return [];
    return [{ center: center * unitFactor, width: width * unitFactor }];
  });
}

function functionOf(source: DicomDataset): VoiFunction {
  const name = source.text('x00281056')?.toUpperCase();
  return name === 'SIGMOID' || name === 'LINEAR_EXACT' ? name : 'LINEAR';
}

/** The table's input range is the modality step's output range. */
function tableWindow(source: DicomDataset, frame: DecodedFrame): VoiWindow | undefined {
  const [item] = source.items('x00283010');
  const { low, high } = sampleRange(frame);
  const ends = [low, high].map((sample) => sample * frame.rescaleSlope + frame.rescaleIntercept);
  const tags = { descriptor: 'x00283002', data: 'x00283006' };
  const table = item && lookupTable(item, tags, { low: Math.min(...ends), high: Math.max(...ends) });
  if (table === undefined) return undefined;
  const { entries, firstValue } = table;
  const bits = Math.min(Math.max(table.bits, 1), 16);
  const width = entries.length * frame.unitFactor;
  return { center: firstValue * frame.unitFactor + width / 2, width, table: { entries, bits } };
}

/** A window over the full pixel range without padding. */
function pixelVoi(frame: DecodedFrame): Voi {
  const { low, high } = frame.range ?? { low: 0, high: 0 };
  const isWhole = Number.isInteger(frame.rescaleSlope) && Number.isInteger(frame.rescaleIntercept);
  // LINEAR counts whole values, including both ends.
  const width = Math.max(high - low + (isWhole ? 1 : 0), Number.MIN_VALUE);
  return {
    windows: [{ center: low + width / 2, width }],
    voiFunction: isWhole ? 'LINEAR' : 'LINEAR_EXACT',
    source: 'pixels',
  };
}

/** Renders one byte per pixel, or three for colours. */
export function renderFrame(dataset: DicomDataset, frame: DecodedFrame): Uint8Array {
  if (frame.photometricInterpretation === 'RGB') return Uint8Array.from(frame.samples);
  return greysOf(frame, voiOf(dataset, frame));
}

/** True when the picture is one uniform grey. One uniform colour counts as content. */
export function isEven(picture: Uint8Array): boolean {
  return picture.every((value) => value === picture[0]);
}

function greyOfFrame(frame: DecodedFrame, voi: Voi): (sample: number) => number {
  return greyFunction(
    {
      rescale_slope: frame.rescaleSlope,
      rescale_intercept: frame.rescaleIntercept,
      voi_function: voi.voiFunction,
      photometric_interpretation: frame.photometricInterpretation,
    },
    shadingOf(voi),
  );
}

/** Stops at the first differing grey. */
function isShownEven(frame: DecodedFrame, voi: Voi): boolean {
  const greyOf = greyOfFrame(frame, voi);
  const [first = 0] = frame.samples;
  const grey = greyOf(first);
  let before = first;
  return frame.samples.every((sample) => {
    if (sample === before) return true;
    before = sample;
    return greyOf(sample) === grey;
  });
}

function greysOf(frame: DecodedFrame, voi: Voi): Uint8Array {
  const greyOf = greyOfFrame(frame, voi);
  const known = new Map<number, number>();
  return Uint8Array.from(frame.samples, (sample) => {
    const cached = known.get(sample);
    if (cached !== undefined) return cached;
    const grey = greyOf(sample);
    known.set(sample, grey);
    return grey;
  });
}
