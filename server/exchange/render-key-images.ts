/**
 * Renders the key images of a report for paper: decodes each figure's frame, applies its window, and adds annotations.
 * A figure without a picture states the reason.
 */

import type { RecordOf } from '#contract/documents/records.ts';
import type { DocumentView } from '#contract/documents/views.ts';
import type { SpacingBasis } from '#contract/drives/dicom.ts';
import type { PaperLanguage } from '#contract/exchange/paper-locale.ts';
import { pixelShape } from '#dicom/picture/image-geometry.ts';
import { measure } from '#dicom/picture/measure-annotation.ts';
import { samplesOf } from '#dicom/picture/pixel-values.ts';
import {
  drawOverlay,
  greyFunction,
  type ShownFrame,
  shadingOf,
  type VoiWindow,
} from '#dicom/picture/voi-lut.ts';
import type { PaperMark } from '#paper/annotation-outline.ts';
import { annotationsOnFrame } from '#paper/annotations-of-frame.ts';
import type { MissingPicture } from '#paper/missing-pictures.ts';
import {
  type NoPaperPicture,
  type PaperPicture,
  type PaperPictures,
  pictureKey,
} from '#paper/pdf/figure-picture.ts';
import { PRINT_LABELS } from '#paper/print-labels.ts';
import { picturesOfHtml } from '#report/figures-in-html.ts';
import type { PictureMeta } from '#report/state/picture-meta.ts';
import type { Actor } from '#server/identity/actor/actor.ts';

/** A decoded frame with its display parameters. */
export interface KeyFrame extends ShownFrame {
  readonly windows: readonly VoiWindow[];
  readonly pixel_spacing: readonly number[] | null;
  readonly spacing_basis: SpacingBasis | null;
  readonly pixel_aspect_ratio: readonly number[] | null;
  readonly modality: string | null;
  /** First pixel of each run and the one after its last. */
  readonly overlay: ArrayLike<number>;
}

export interface KeyPicturePorts {
  /** Returns a new buffer. @throws session_locked, permission_denied, group_key_unavailable */
  readonly keyFrame: (
    actor: Actor,
    exam: Pick<DocumentView<'exams'>['index'], 'security_group_id' | 'document_id'>,
    figure: PictureMeta,
  ) => Promise<KeyFrame | MissingPicture>;
}

/** More pictures than a usual report has. */
const PICTURES_MAX = 40;
/** Higher than the print resolution of a figure of this width. */
const SIDE_MAX_PIXELS = 1024;
/**
 * Renders the key images of a report one after the other, so that one picture at a time is in memory at full depth.
 * @throws like `keyFrame`
 */
export async function renderKeyImages(
  ports: KeyPicturePorts,
  actor: Actor,
  { index, record }: DocumentView<'exams'>,
  language: PaperLanguage,
): Promise<PaperPictures> {
  const pictures = new Map<string, PaperPicture | NoPaperPicture>();
  const words = PRINT_LABELS[language];
  for (const figure of picturesOfHtml(record.report_html)) {
    const key = pictureKey(figure);
    if (pictures.has(key)) continue;
    const found = pictures.size < PICTURES_MAX ? await ports.keyFrame(actor, index, figure) : 'too_many';
    if (typeof found === 'string') {
      pictures.set(key, { missing: words.missingPictures[found] });
      continue;
    }
    const raster = shrunk(shaded(found, figure.window));
    pictures.set(key, {
      name: words.picture(found.modality),
      pixel_aspect: pixelShape(found.pixel_spacing, found.pixel_aspect_ratio),
      marks: marksOf(found, figure, record.custom_attributes, language),
      ...raster,
    });
    if (raster.data !== found.data) found.data.fill(0);
  }
  return pictures;
}

/** Zeroes the pictures after printing. */
export function wipeKeyImages(pictures: PaperPictures): void {
  for (const picture of pictures.values()) if ('data' in picture) picture.data.fill(0);
}

function marksOf(
  frame: KeyFrame,
  { node_id, frame: n }: PictureMeta,
  attributes: RecordOf['exams']['custom_attributes'],
  language: PaperLanguage,
): PaperMark[] {
  const { pixel_spacing: spacing, spacing_basis: basis, pixel_aspect_ratio: aspect, columns, rows } = frame;
  const place = { node_id, frame: n, columns, rows };
  return annotationsOnFrame(
    attributes,
    place,
    (kind, points) => measure(kind, points, { spacing, basis, aspect, frame }),
    language,
  );
}

type Raster = Pick<PaperPicture, 'columns' | 'rows' | 'channels' | 'data'>;

function shaded(frame: KeyFrame, chosen: PictureMeta['window']): Raster {
  const { columns, rows, samples_per_pixel } = frame;
  const channels = samples_per_pixel === 3 ? 3 : 1;
  const data = channels === 3 ? frame.data : greysOf(frame, chosen);
  drawOverlay(data, channels, frame.overlay);
  return { columns, rows, channels, data };
}

function greysOf(frame: KeyFrame, chosen: PictureMeta['window']): Uint8Array {
  return Uint8Array.from(samplesOf(frame), greyFunction(frame, shadingOf(frame, chosen)));
}

/** Reduces by an integer factor, averaging pixels. */
function shrunk(raster: Raster): Raster {
  const factor = Math.ceil(Math.max(raster.columns, raster.rows) / SIDE_MAX_PIXELS);
  if (factor <= 1) return raster;
  const columns = Math.floor(raster.columns / factor);
  const rows = Math.floor(raster.rows / factor);
  const { channels } = raster;
  const data = new Uint8Array(columns * rows * channels);
  for (let at = 0; at < data.length; at += 1) {
    const channel = at % channels;
    const left = (Math.floor(at / channels) % columns) * factor;
    const top = Math.floor(at / channels / columns) * factor;
    let sum = 0;
    for (let y = top; y < top + factor; y += 1) {
      for (let x = left; x < left + factor; x += 1)
        sum += raster.data[(y * raster.columns + x) * channels + channel] ?? 0;
    }
    data[at] = Math.round(sum / factor ** 2);
  }
  return { columns, rows, channels, data };
}
