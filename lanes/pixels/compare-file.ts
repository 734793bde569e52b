/**
 * Compares one file's pictures with the judges (DCMTK, GDCM). Values must be equal after the modality step, at most
 * one grey level apart after VOI, colours equal, overlays equal. Compares the first, middle and last frame.
 */
import { openDataset } from '#dicom/open-dataset.ts';
import { type DecodedFrame, decodeFrame } from '#server/imaging/processing/dicom/decode-frame.ts';
import { pixelFormat } from '#server/imaging/processing/dicom/pixel-format.ts';
import { renderFrame, type Voi, voiOf } from '#server/imaging/processing/dicom/windowing.ts';
import { ProcessingError } from '#server/imaging/processing/processing-error.ts';
import { compareOverlays } from './compare-overlays.ts';
import type { Bitmap, Judge } from './dcmtk.ts';

export type Verdict =
  | { readonly kind: 'alike'; readonly frames: number }
  /** Neither the vault nor the judge shows a picture. */
  | { readonly kind: 'no_picture' }
  /** Not compared: only the judge shows no picture, or it has no options for what the frame needs. */
  | { readonly kind: 'unjudged'; readonly why: string }
  | { readonly kind: 'differs'; readonly what: string };

/** Window over all 16-bit values, which leaves a pixel value unchanged except for an offset. */
const WHOLE = { options: ['+Ww', '0', '65536', '+Wfl'], low: -32_768, high: 32_767 };
/** Tolerance for the rounding of YCbCr. */
const ROUNDING = 1;
/** Tolerance for another upsampling of halved colours. */
const LOSSY_MEAN = 2;
const LOSSY = /\.4\.(50|51|53|55|81|91)$/;

/** Compares the pictures of one file with those of the judge. @param path of the same bytes for the judge. */
export async function compareFile(judge: Judge, path: string, bytes: Uint8Array): Promise<Verdict> {
  const dataset = openDataset(bytes);
  const decoded = async (frame: number) => {
    const format = pixelFormat(dataset);
    return decodeFrame(dataset, format, frame);
  };
  let frames: number;
  try {
    frames = pixelFormat(dataset).frames;
    await decoded(0);
  } catch (error) {
    if (!(error instanceof ProcessingError)) throw error;
    const theirs = await judge.shown(path, 1, 8, []);
    if (theirs === undefined || error.code === 'no_picture') return { kind: 'no_picture' };
    return { kind: 'differs', what: `the judge shows it, the vault says ${error.code}` };
  }
  const looked = [...new Set([0, frames >> 1, frames - 1])];
  for (const at of looked) {
    const frame = await decoded(at);
    const isLossy = LOSSY.test(dataset.transferSyntaxUid);
    const verdict =
      frame.samplesPerPixel === 3
        ? await compareColours(judge, path, frame, isLossy)
        : await compareShades(judge, path, {
            frame,
            voi: voiOf(dataset, frame),
            greys: renderFrame(dataset, frame),
          });
    if (verdict !== undefined) return verdict;
    const overlays = await compareOverlays(judge, path, dataset, frame);
    if (overlays !== undefined) return { kind: 'differs', what: overlays };
  }
  return { kind: 'alike', frames: looked.length };
}

async function compareColours(
  judge: Judge,
  path: string,
  frame: DecodedFrame,
  isLossy: boolean,
): Promise<Verdict | undefined> {
  const theirs = await judge.shown(path, frame.frameIndex + 1, 8, []);
  if (theirs === undefined) return { kind: 'unjudged', why: 'colours' };
  const { largest, mean } = distance(frame.samples, theirs.values);
  const isAlike = isLossy
    ? mean <= LOSSY_MEAN && theirs.values.length === frame.samples.length
    : largest <= ROUNDING;
  return isAlike
    ? undefined
    : differing(frame, theirs, `colours ${largest} apart, ${mean.toFixed(1)} in the mean`);
}

interface ShadedFrame {
  readonly frame: DecodedFrame;
  readonly voi: Voi;
  readonly greys: Uint8Array;
}

async function compareShades(judge: Judge, path: string, shaded: ShadedFrame): Promise<Verdict | undefined> {
  const { frame, voi, greys } = shaded;
  const shades = Array.from(frame.samples, (sample) => sample * frame.rescaleSlope + frame.rescaleIntercept);
  // Divide by the unit factor, which the judge does not apply.
  const plain = shades.map((shade) => shade / frame.unitFactor);
  const isWhole = plain.every(
    (shade) => Number.isInteger(shade) && shade >= WHOLE.low && shade <= WHOLE.high,
  );
  const number = frame.frameIndex + 1;
  // DCMTK truncates values to integers before it shows them.
  if (!isWhole) return { kind: 'unjudged', why: 'shades that are no whole numbers' };
  const whole = await judge.shown(path, number, 16, WHOLE.options);
  if (whole === undefined) return { kind: 'unjudged', why: 'shades' };
  const isDown = frame.photometricInterpretation === 'MONOCHROME1';
  const values = whole.values.map((value) => (isDown ? 65_535 - value : value) + WHOLE.low);
  const apart = distance(plain, values).largest;
  if (apart > 0) return differing(frame, whole, `shades ${apart} apart`);
  const options = optionsOf(shaded);
  if (options === undefined) return undefined;
  const theirs = await judge.shown(path, number, 8, options);
  if (theirs === undefined) return { kind: 'unjudged', why: 'greys' };
  const { largest } = distance(greys, theirs.values);
  return largest <= 1 ? undefined : differing(frame, theirs, `greys ${largest} apart by ${voi.source}`);
}

function optionsOf({ frame, voi }: ShadedFrame): string[] | undefined {
  const [window] = voi.windows;
  if (voi.source === 'table') return ['+Wl', '1'];
  if (window === undefined || voi.voiFunction === 'LINEAR_EXACT') return undefined;
  const { center, width } = {
    center: window.center / frame.unitFactor,
    width: window.width / frame.unitFactor,
  };
  return ['+Ww', String(center), String(width), voi.voiFunction === 'SIGMOID' ? '+Wfs' : '+Wfl'];
}

function differing(frame: DecodedFrame, { rows, columns }: Bitmap, what: string): Verdict {
  const isSize = rows === frame.rows && columns === frame.columns;
  return { kind: 'differs', what: `frame ${frame.frameIndex + 1}: ${isSize ? what : 'another size'}` };
}

function distance(ours: ArrayLike<number>, theirs: ArrayLike<number>) {
  let [largest, sum] = [ours.length === theirs.length ? 0 : Number.POSITIVE_INFINITY, 0];
  for (let at = 0; at < ours.length; at += 1) {
    const apart = Math.abs((ours[at] ?? 0) - (theirs[at] ?? 0));
    sum += apart;
    if (apart > largest) largest = apart;
  }
  return { largest, mean: sum / Math.max(ours.length, 1) };
}
