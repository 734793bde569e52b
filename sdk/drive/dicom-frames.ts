/** Decoded frames of DICOM files: samples ready for a viewer, described by response headers. */
import { SPACING_BASES, type SpacingBasis } from '#contract/drives/dicom.ts';
import { decodeRuns } from '#contract/drives/overlay-runs.ts';
import { DRIVE_ROUTES } from '#contract/drives/routes.ts';
import { IntegrityError } from '#sdk/errors.ts';
import type { CallOptions } from '#sdk/http/call.ts';
import type { HttpExchange } from '#sdk/http/send-call.ts';
import type { TransportResponse } from '#sdk/transport.ts';
import { readBytes } from './read-bytes.ts';

export interface DicomWindow {
  readonly center: number;
  readonly width: number;
  /** VOI table of the file over this window, instead of a linear function. */
  readonly table?: { readonly entries: Uint16Array; readonly bits: number };
}

export interface DicomFrame {
  readonly rows: number;
  readonly columns: number;
  /** Number of frames in the file. */
  readonly frames: number;
  /** Samples per pixel; 3 means interleaved RGB of 8 bits. */
  readonly samples_per_pixel: number;
  /** Bits per sample: 8, 16 or 32. */
  readonly bits_allocated: number;
  readonly bits_stored: number;
  readonly is_signed: boolean;
  readonly photometric_interpretation: string;
  /** Pixel value = slope × sample + intercept; windows are in pixel values. */
  readonly rescale_slope: number;
  readonly rescale_intercept: number;
  readonly windows: readonly DicomWindow[];
  /** VOI function: LINEAR, LINEAR_EXACT or SIGMOID. */
  readonly voi_function: string;
  /** False if the file names no window; the given one is then the range of its pixels. */
  readonly is_window_from_file: boolean;
  /** Unit of the pixel values: `HU`, `SUVbw`, `Gy`, …; null if the file neither states nor implies one. */
  readonly unit: string | null;
  /** Sample of pixels without a value; null where every pixel has one. */
  readonly no_value: number | null;
  /** Millimetres between rows and between columns of this frame; null if lengths cannot be measured. */
  readonly pixel_spacing: readonly number[] | null;
  readonly spacing_basis: SpacingBasis | null;
  /** Ratio of a pixel's height to its width, if it is not square and has no spacing. */
  readonly pixel_aspect_ratio: readonly number[] | null;
  /** x, y, z of the first pixel of this frame, in millimetres. */
  readonly image_position: readonly number[] | null;
  /** Six direction cosines of this frame: along a row, along a column. */
  readonly image_orientation: readonly number[] | null;
  /** Pixels that the file's overlays draw white, as runs: first pixel and the one after the last, row by row. */
  readonly overlay: Uint32Array;
  readonly overlays_drawn: number;
  /** Number of overlays of this frame that are unreadable or too large for a response. */
  readonly overlays_not_drawn: number;
  /** Little-endian samples, row by row. */
  readonly data: Uint8Array<ArrayBuffer>;
}

/**
 * Requests one decoded frame. @param n from 1. @throws VaultApiError not_found after the last frame, or without a
 * picture
 */
export async function getFrame(
  exchange: HttpExchange,
  params: { readonly sg: string; readonly node_id: string; readonly n: number },
  options?: CallOptions,
): Promise<DicomFrame> {
  const { answer, deadline } = await exchange.stream(DRIVE_ROUTES.getFrame, { params, options });
  try {
    return frameOf(answer, await readBytes(answer, 'frame'));
  } catch (error) {
    throw deadline.explain(error);
  } finally {
    deadline.stop();
  }
}

function frameOf(answer: TransportResponse, data: Uint8Array<ArrayBuffer>): DicomFrame {
  const text = (name: string) => answer.header(`x-frame-${name}`) ?? '';
  const widths = text('window-width').split(',').map(Number);
  const source = text('window-source');
  const table = tableOf(text('voi-lut'), Number(text('voi-lut-bits')));
  const [rows, columns] = [Number(text('rows')), Number(text('columns'))];
  const frame = {
    rows,
    columns,
    frames: Number(text('count')),
    samples_per_pixel: Number(text('samples-per-pixel')),
    bits_allocated: Number(text('bits-allocated')),
    bits_stored: Number(text('bits-stored')),
    is_signed: text('signed') === 'true',
    photometric_interpretation: text('photometric-interpretation'),
    rescale_slope: Number(text('rescale-slope')),
    rescale_intercept: Number(text('rescale-intercept')),
    windows: text('window-center')
      .split(',')
      .map((center, at): DicomWindow => {
        const window = { center: Number(center), width: widths[at] ?? 1 };
        return at === 0 && table ? { ...window, table } : window;
      }),
    voi_function: text('voi-function'),
    is_window_from_file: source === 'file' || source === 'table',
    unit: text('unit') || null,
    no_value: text('no-value') === '' ? null : Number(text('no-value')),
    pixel_spacing: numbersOf(text('pixel-spacing')),
    spacing_basis: SPACING_BASES.find((basis) => basis === text('pixel-spacing-basis')) ?? null,
    pixel_aspect_ratio: numbersOf(text('pixel-aspect-ratio')),
    image_position: numbersOf(text('position')),
    image_orientation: numbersOf(text('orientation')),
    overlay: overlayOf(text('overlay'), rows * columns),
    overlays_drawn: Number(text('overlays-drawn')),
    overlays_not_drawn: Number(text('overlays-not-drawn')),
    data,
  };
  const expected = (frame.rows * frame.columns * frame.samples_per_pixel * frame.bits_allocated) / 8;
  if (data.length !== expected) throw new IntegrityError('The frame has another size than stated.');
  return frame;
}

function numbersOf(text: string): number[] | null {
  return text === '' ? null : text.split(',').map(Number);
}

/** Decodes the overlay of a frame. @throws IntegrityError for runs beyond the last pixel */
function overlayOf(base64: string, pixels: number): Uint32Array {
  const runs = decodeRuns(bytesOf(base64), pixels);
  if (runs === undefined) throw new IntegrityError('The overlay has another size than its frame.');
  return runs;
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}

function tableOf(base64: string, bits: number): DicomWindow['table'] {
  if (base64 === '') return undefined;
  const bytes = bytesOf(base64);
  return { entries: new Uint16Array(bytes.buffer, 0, bytes.length >> 1), bits };
}
