/** Decodes frames of one DICOM file in sequence, until enough bytes are collected. */
import { encodeRuns, OVERLAY_RUNS_MAX_BYTES } from '#contract/drives/overlay-runs.ts';
import { frameGeometry } from '#dicom/frame/geometry.ts';
import { pixelAspect } from '#dicom/frame/spacing.ts';
import { type DecodedFrame, decodeFrame } from '#server/imaging/processing/dicom/decode-frame.ts';
import { pixelFormat } from '#server/imaging/processing/dicom/pixel-format.ts';
import { voiOf } from '#server/imaging/processing/dicom/windowing.ts';
import { ProcessingError } from '#server/imaging/processing/processing-error.ts';
import { openFile } from './run-pictures.ts';
import type { Frame, FramesResult, SandboxTask } from './sandbox-messages.ts';

/** Reports an overlay too large for a response as not drawn, instead of cutting it. */
function overlayOn({ overlay: { runs, drawn, leftOut } }: DecodedFrame) {
  const overlay = encodeRuns(runs);
  if (overlay.length <= OVERLAY_RUNS_MAX_BYTES)
    return { overlay, overlays_drawn: drawn, overlays_not_drawn: leftOut };
  return { overlay: new Uint8Array(), overlays_drawn: 0, overlays_not_drawn: drawn + leftOut };
}

export async function runFrames(
  file: Uint8Array,
  { first, count, maxBytes }: Extract<SandboxTask, { kind: 'frames' }>,
): Promise<FramesResult> {
  const dataset = openFile(file);
  const format = pixelFormat(dataset);
  if (first >= format.frames) return { kind: 'frames', frames: [], error: null };
  const frames: Frame[] = [];
  let bytes = 0;
  for (let n = first; n < Math.min(first + count, format.frames) && bytes < maxBytes; n += 1) {
    try {
      const frame = await decodeFrame(dataset, format, n);
      const { windows, voiFunction, source } = voiOf(dataset, frame);
      const geometry = frameGeometry(dataset, n);
      const { samples } = frame;
      const data = new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength);
      bytes += data.length;
      frames.push({
        description: {
          rows: frame.rows,
          columns: frame.columns,
          frames: format.frames,
          samples_per_pixel: frame.samplesPerPixel,
          bits_allocated: frame.bitsAllocated,
          bits_stored: frame.bitsStored,
          is_signed: frame.isSigned,
          photometric_interpretation: frame.photometricInterpretation,
          rescale_slope: frame.rescaleSlope,
          rescale_intercept: frame.rescaleIntercept,
          unit: frame.unit,
          no_value: frame.noValue ?? null,
          windows,
          voi_function: voiFunction,
          window_source: source,
          pixel_spacing: geometry.pixel_spacing,
          spacing_basis: geometry.spacing_basis,
          pixel_aspect_ratio: pixelAspect(dataset),
          image_position: geometry.image_position,
          image_orientation: geometry.image_orientation,
          ...overlayOn(frame),
        },
        data,
      });
    } catch (error) {
      // The requested frame must decode; of frames read ahead only good ones count.
      if (frames.length > 0) break;
      throw error instanceof ProcessingError ? error : new ProcessingError('damaged');
    }
  }
  return { kind: 'frames', frames, error: null };
}
