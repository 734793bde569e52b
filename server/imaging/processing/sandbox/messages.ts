/**
 * What passes between the server and a sandbox. Both ends are ours, but a sandbox that has opened a hostile
 * file may say anything: the server takes nothing from it but bytes, bounded numbers and known codes.
 */
import type { DicomHeader, SpacingBasis } from '#contract/drives/dicom.ts';
import type { MediaKind, ProcessingErrorCode } from '#contract/drives/node.ts';
import type { PdfHeader } from '#contract/drives/pdf.ts';
import type { VoiWindow } from '#dicom/picture/voi-lut.ts';
import type { VoiFunction, WindowSource } from '#server/imaging/processing/dicom/windowing.ts';

export type SandboxTask =
  | { readonly kind: 'pictures'; readonly media_kind: MediaKind }
  /** Frames from `first`, counted from 0; stops early at the last one or past `maxBytes`. */
  | { readonly kind: 'frames'; readonly first: number; readonly count: number; readonly maxBytes: number };

export interface RenditionResult {
  readonly kind: 'pictures';
  /** Null for anything but DICOM and PDF, and for what cannot be followed. */
  readonly header: DicomHeader | PdfHeader | null;
  /** WebP; null where `error` says why there is none. */
  readonly thumbnail: Uint8Array | null;
  readonly preview: Uint8Array | null;
  readonly error: ProcessingErrorCode | null;
}

/** What a viewer must know to show the samples of one frame. */
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
  /** Of a shade: `HU`, `SUVbw`, `Gy`, …; null where the file says and implies none. */
  readonly unit: string | null;
  readonly windows: readonly VoiWindow[];
  readonly voi_function: VoiFunction;
  readonly window_source: WindowSource;
  /** Of this frame; null where the file does not say. */
  readonly pixel_spacing: readonly number[] | null;
  readonly spacing_basis: SpacingBasis | null;
  /** Height and width of a pixel as a ratio, where it is not square and has no spacing. */
  readonly pixel_aspect_ratio: readonly number[] | null;
  readonly image_position: readonly number[] | null;
  readonly image_orientation: readonly number[] | null;
  /** As `encodeRuns` writes it; empty where no plane draws anything. */
  readonly overlay: Uint8Array;
  readonly overlays_drawn: number;
  /** Planes that cannot be read, or draw more than an answer takes. */
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

export type SandboxResult = RenditionResult | FramesResult;

export type ToSandbox =
  /** The file follows in `data` messages of `size` bytes in all; null: it is the one of the last job. */
  | { readonly type: 'job'; readonly task: SandboxTask; readonly size: number | null }
  | { readonly type: 'data'; readonly bytes: Uint8Array };

export type FromSandbox = { readonly type: 'result'; readonly result: SandboxResult };

/** One end of the pipe between the two; Node's child processes and Electron's utility processes both have it. */
export interface SandboxPort {
  readonly post: (message: FromSandbox) => void;
  readonly onMessage: (listener: (message: ToSandbox) => void) => void;
}
