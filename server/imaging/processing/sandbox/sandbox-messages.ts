/**
 * Messages between the server and a sandbox. A sandbox that opened a hostile file may send anything: the server accepts
 * only bytes, bounded numbers and known codes.
 */
import type { DicomHeader, SpacingBasis } from '#contract/drives/dicom.ts';
import type { MediaKind, ProcessingErrorCode } from '#contract/drives/node.ts';
import type { PdfHeader } from '#contract/drives/pdf.ts';
import type { VoiWindow } from '#dicom/picture/voi-lut.ts';
import type { VoiFunction, WindowSource } from '#server/imaging/processing/dicom/windowing.ts';

export type SandboxTask =
  | { readonly kind: 'pictures'; readonly media_kind: MediaKind }
  /** Decodes frames starting at index `first`; ends early at the last frame or past `maxBytes`. */
  | { readonly kind: 'frames'; readonly first: number; readonly count: number; readonly maxBytes: number }
  /** Reads the text of a report, or the document in an object. */
  | { readonly kind: 'text' }
  | { readonly kind: 'document' };

export interface RenditionResult {
  readonly kind: 'pictures';
  /** Header summary of DICOM or PDF; null for other file types, and for an unreadable header. */
  readonly header: DicomHeader | PdfHeader | null;
  /** WebP; null where `error` states the reason. */
  readonly thumbnail: Uint8Array | null;
  readonly preview: Uint8Array | null;
  readonly error: ProcessingErrorCode | null;
}

/** Parameters a viewer needs to show the samples of one frame. */
export interface FrameDescription {
  readonly rows: number;
  readonly columns: number;
  readonly frames: number;
  readonly samples_per_pixel: 1 | 3;
  readonly bits_allocated: 8 | 16 | 32;
  readonly bits_stored: number;
  readonly is_signed: boolean;
  readonly photometric_interpretation: 'MONOCHROME1' | 'MONOCHROME2' | 'RGB';
  readonly rescale_slope: number;
  readonly rescale_intercept: number;
  /** Unit of a grey value: `HU`, `SUVbw`, `Gy`, …; null where the file neither states nor implies one. */
  readonly unit: string | null;
  /** Sample of pixels without a value; null where every pixel has one. */
  readonly no_value: number | null;
  readonly windows: readonly VoiWindow[];
  readonly voi_function: VoiFunction;
  readonly window_source: WindowSource;
  /** Pixel spacing of this frame; null where the file does not state it. */
  readonly pixel_spacing: readonly number[] | null;
  readonly spacing_basis: SpacingBasis | null;
  /** Height and width of a pixel as a ratio, where it is not square and has no spacing. */
  readonly pixel_aspect_ratio: readonly number[] | null;
  readonly image_position: readonly number[] | null;
  readonly image_orientation: readonly number[] | null;
  /** Encoded by `encodeRuns`; empty where no plane draws anything. */
  readonly overlay: Uint8Array;
  readonly overlays_drawn: number;
  /** Number of planes that are unreadable, or too large for a response. */
  readonly overlays_not_drawn: number;
}

export interface Frame {
  readonly description: FrameDescription;
  /** Little-endian samples, row by row, colours interleaved. */
  readonly data: Uint8Array;
}

export interface FramesResult {
  readonly kind: 'frames';
  readonly frames: readonly Frame[];
  readonly error: ProcessingErrorCode | null;
}

export interface TextResult {
  readonly kind: 'text';
  /** UTF-8; null where the object has no text. */
  readonly text: Uint8Array | null;
  readonly error: ProcessingErrorCode | null;
}

/** A document in an object: a range of the file, or its bytes where the file is deflated. */
export interface DocumentLocation {
  readonly media_type: string;
  /** Ending of a file name, without the dot. */
  readonly ending: string;
  readonly size: number;
  readonly start: number | null;
  readonly data: Uint8Array | null;
}

export interface DocumentResult {
  readonly kind: 'document';
  /** Null where the object contains none. */
  readonly document: DocumentLocation | null;
  readonly error: ProcessingErrorCode | null;
}

export type SandboxResult = RenditionResult | FramesResult | TextResult | DocumentResult;

export type ToSandbox =
  /** The file follows in `data` messages of `size` bytes in all; null: the file of the previous job. */
  | { readonly type: 'job'; readonly task: SandboxTask; readonly size: number | null }
  | { readonly type: 'data'; readonly bytes: Uint8Array };

export type FromSandbox = { readonly type: 'result'; readonly result: SandboxResult };

/** End of the pipe to a sandbox; Node's child processes and Electron's utility processes both have it. */
export interface SandboxPort {
  readonly post: (message: FromSandbox) => void;
  readonly onMessage: (listener: (message: ToSandbox) => void) => void;
}
