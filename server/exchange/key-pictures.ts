/**
 * The key images of a report as paper shows them: each figure's frame decoded, shaded with the window it was put in
 * with, and what was measured on it. A figure whose file is no picture of the exam any more keeps its caption alone.
 */

import type { RecordOf } from '#contract/documents/records.ts';
import type { DocumentView } from '#contract/documents/views.ts';
import type { DicomHeader, DicomSeriesList } from '#contract/drives/dicom.ts';
import type { PaperLanguage } from '#contract/exchange/routes.ts';
import type { DocumentId, NodeId, SecurityGroupId } from '#contract/ids.ts';
import { greyFunction, type ShownFrame } from '#dicom/greys.ts';
import { measure } from '#dicom/measured.ts';
import { isCalibrated } from '#dicom/measures.ts';
import { samplesOf } from '#dicom/shades.ts';
import { measuredLines } from '#paper/measured-lines.ts';
import { type PaperPicture, pictureKey } from '#paper/pdf/picture.ts';
import { readMarks } from '#records/image-marks.ts';
import { picturesOfHtml } from '#report/figures.ts';
import type { PictureMeta } from '#report/state/picture-meta.ts';
import type { Actor } from '#server/access/actor.ts';

export interface DecodedFrame extends ShownFrame {
  readonly windows: readonly { readonly center: number; readonly width: number }[];
}

export interface KeyPicturePorts {
  readonly series: (actor: Actor, group: SecurityGroupId, exam: DocumentId) => DicomSeriesList;
  /** Undefined where there is no such frame, or no picture in the file. @throws session_locked */
  readonly frame: (
    actor: Actor,
    group: SecurityGroupId,
    node: NodeId,
    n: number,
  ) => Promise<DecodedFrame | undefined>;
}

/** More than a report is read with; the rest keep their captions. */
const PICTURES_MAX = 60;
/** Finer than paper shows a figure of this width. */
const SIDE_MAX_PIXELS = 1024;

export async function keyPictures(
  ports: KeyPicturePorts,
  actor: Actor,
  { index, record }: DocumentView<'exams'>,
  language: PaperLanguage,
): Promise<ReadonlyMap<string, PaperPicture>> {
  const pictures = new Map<string, PaperPicture>();
  const figures = picturesOfHtml(record.report_html ?? '');
  if (figures.length === 0) return pictures;
  const { security_group_id: group, document_id } = index;
  const instances = ports.series(actor, group, document_id).items.flatMap((series) => series.instances);
  for (const figure of figures) {
    const key = pictureKey(figure);
    const found = instances.find(({ node_id }) => node_id === figure.node_id);
    if (found === undefined || pictures.has(key) || pictures.size >= PICTURES_MAX) continue;
    const frame = await ports.frame(actor, group, found.node_id, figure.frame);
    if (frame !== undefined) pictures.set(key, pictureOf(frame, figure, found.header, record, language));
  }
  return pictures;
}

function pictureOf(
  frame: DecodedFrame,
  { node_id, frame: n, window }: PictureMeta,
  { pixel_spacing: spacing, modality }: DicomHeader,
  { custom_attributes }: RecordOf['exams'],
  language: PaperLanguage,
): PaperPicture {
  const marks = readMarks(custom_attributes).filter((mark) => mark.node_id === node_id && mark.frame === n);
  const [down = 1, across = 1] = isCalibrated(spacing) ? (spacing ?? []) : [];
  return {
    ...shrunk(shaded(frame, window)),
    pixel_aspect: down / across,
    marks: marks.map(({ kind, points }) => ({
      kind,
      points: points.map(({ x, y }) => ({ x: x / frame.columns, y: y / frame.rows })),
      lines: measuredLines(measure(kind, points, { spacing, modality, frame }), language),
    })),
  };
}

type Raster = Pick<PaperPicture, 'columns' | 'rows' | 'channels' | 'data'>;

function shaded(frame: DecodedFrame, chosen: PictureMeta['window']): Raster {
  const { columns, rows, samples_per_pixel } = frame;
  if (samples_per_pixel === 3) return { columns, rows, channels: 3, data: frame.data };
  const { center, width } = chosen ?? frame.windows[0] ?? { center: 128, width: 256 };
  const greyOf = greyFunction(frame, { center, width, inverted: false });
  return { columns, rows, channels: 1, data: Uint8Array.from(samplesOf(frame), greyOf) };
}

/** By a whole factor, each pixel the mean of those it stands for. */
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
