/** Chooses and renders the frame that stands for a file in thumbnail and preview. */
import { frameGeometry } from '#dicom/frame/geometry.ts';
import { pixelAspect } from '#dicom/frame/spacing.ts';
import { pixelShape, shownSize } from '#dicom/picture/image-geometry.ts';
import { drawOverlay } from '#dicom/picture/voi-lut.ts';
import type { DicomDataset } from '#dicom/read-dataset.ts';
import { decodeFrame } from '#server/imaging/processing/dicom/decode-frame.ts';
import { encodedFrame } from '#server/imaging/processing/dicom/encoded-frame.ts';
import { type PixelFormat, pixelFormat } from '#server/imaging/processing/dicom/pixel-format.ts';
import { isEven, renderFrame } from '#server/imaging/processing/dicom/windowing.ts';
import { ProcessingError } from '#server/imaging/processing/processing-error.ts';
import type { Picture } from './render-picture.ts';

/** Number of frames tried first, because a cine loop may begin and end in darkness. */
const LOOKS = 16;
/** Processor time for looking through all others: of a segmentation only a few frames may have content. */
const SEARCH_MAX_MS = 6_000;

/**
 * The first frame with visible content, out of evenly spaced ones, else out of all.
 * @throws ProcessingError no_picture where every tried frame is uniformly grey
 */
export async function framePicture(dataset: DicomDataset): Promise<Picture> {
  const format = pixelFormat(dataset);
  const step = Math.max(1, Math.ceil(format.frames / LOOKS));
  for (let at = 0; at < format.frames; at += step) {
    const picture = await pictureOfFrame(dataset, format, at);
    if (picture !== undefined) return picture;
  }
  const until = performance.now() + SEARCH_MAX_MS;
  for (let at = 0; at < format.frames && performance.now() < until; at += 1) {
    if (at % step === 0 || isPlainlyEven(dataset, format, at)) continue;
    const picture = await pictureOfFrame(dataset, format, at);
    if (picture !== undefined) return picture;
  }
  throw new ProcessingError('no_picture');
}

/** True where the bytes of an uncompressed frame are all the same, so that decoding it shows nothing. */
function isPlainlyEven(dataset: DicomDataset, format: PixelFormat, frame: number): boolean {
  if (format.isCompressed || format.isFloat) return false;
  const bytes = encodedFrame(dataset, format, frame);
  return bytes.every((byte) => byte === bytes[0]);
}

async function pictureOfFrame(
  dataset: DicomDataset,
  format: PixelFormat,
  at: number,
): Promise<Picture | undefined> {
  const frame = await decodeFrame(dataset, format, at);
  const data = renderFrame(dataset, frame);
  if (isEven(data)) return undefined;
  drawOverlay(data, frame.samplesPerPixel, frame.overlay.runs);
  const { columns, rows, samplesPerPixel: channels } = frame;
  const shape = pixelShape(frameGeometry(dataset, at).pixel_spacing, pixelAspect(dataset));
  const picture = { data, width: columns, height: rows, channels };
  return shape === 1 ? picture : { ...picture, shown: shownSize(frame, shape) };
}
