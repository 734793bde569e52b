/**
 * Draws a waveform on millimetre paper: 25 mm a second, and an ECG 10 mm a millivolt; any other channel fills its row,
 * with its range written beside it. One row a channel, at most ten seconds from the start; what is left out is written on it.
 * Source: choices, "Objects, to the letter"; pictures design, "Objects".
 */
import type { DicomDataset } from '#dicom/read-dataset.ts';
import {
  channelValues,
  hasKnownSamples,
  type ValueAt,
  type WaveformChannel,
  type WaveformGroup,
  waveformGroups,
} from '#dicom/waveforms/waveform-groups.ts';
import { BIG_ENDIAN } from '#server/imaging/processing/dicom/pixel-format.ts';
import { ProcessingError } from '#server/imaging/processing/processing-error.ts';
import { type Canvas, createCanvas } from './canvas.ts';
import { drawText, TEXT_HEIGHT } from './draw-text.ts';
import type { Picture } from './render-picture.ts';

const SECONDS_MAX = 10;
const MM_PER_SECOND = 25;
const MM_PER_MILLIVOLT = 10;
/** Larger values would leave the picture at the scale of ECG paper. */
const MILLIVOLTS_MAX = 8;
const ECG_CLASSES = '1.2.840.10008.5.1.4.1.1.9.1.';
const PIXELS_PER_MM = 6;
const ROW_MM = 20;
const ROWS_MAX = 24;
const MARGIN = 24;
const HEAD = 40;
const WIDTH_MIN = 480;
/** Groups shorter than this part of the longest, such as a median beat, are not drawn; the text names them. */
const SHARE_MIN = 0.5;

const PAPER = [255, 255, 255] as const;
const FINE = [252, 228, 228] as const;
const COARSE = [244, 184, 184] as const;
const INK = [16, 16, 32] as const;

/** Millivolts of a unit, by its UCUM code. */
const MILLIVOLTS: Readonly<Record<string, number>> = { V: 1000, mV: 1, uV: 0.001, nV: 0.000001 };

interface Row {
  readonly channel: WaveformChannel;
  readonly hertz: number;
  readonly valueAt: ValueAt;
  readonly samples: number;
}

interface Trace {
  readonly row: Row;
  /** Samples that are drawn. */
  readonly count: number;
  /** Pixels above the middle of the row. */
  readonly pixelsOf: (value: number) => number;
  /** Range of the values, unless they have the scale of the paper. */
  readonly note: string;
}

/** @throws ProcessingError no_picture without samples, unsupported_syntax, damaged */
export function drawWaveform(dataset: DicomDataset): Picture {
  const groups = waveformGroups(dataset);
  const longest = Math.max(0, ...groups.map(({ seconds }) => seconds ?? 0));
  if (longest === 0) throw new ProcessingError(dataset.isWhole ? 'no_picture' : 'damaged');
  const drawn = groups.filter(({ seconds }) => (seconds ?? 0) >= longest * SHARE_MIN);
  const all = drawn.flatMap((group) => rowsOf(dataset, group));
  const rows = all.slice(0, ROWS_MAX);
  const seconds = Math.min(longest, SECONDS_MAX);
  const length = Math.ceil(seconds * MM_PER_SECOND * PIXELS_PER_MM);
  const width = Math.max(length, WIDTH_MIN) + 2 * MARGIN;
  const height = rows.length * ROW_MM * PIXELS_PER_MM + HEAD + MARGIN;
  const canvas = createCanvas(width, height, PAPER);
  drawPaper(canvas);
  const isEcg = dataset.text('x00080016')?.startsWith(ECG_CLASSES) ?? false;
  const traces = rows.map((row) =>
    traceOf(row, Math.min(row.samples, Math.ceil(seconds * row.hertz)), isEcg),
  );
  const scale = traces.every(({ note }) => note === '') ? `25 mm/s  ${MM_PER_MILLIVOLT} mm/mV` : '25 mm/s';
  const cut = [
    longest > seconds ? `first ${seconds} s of ${Number(longest.toPrecision(4))} s` : '',
    all.length > rows.length ? `${rows.length} of ${all.length} channels` : '',
  ].filter(Boolean);
  drawText(canvas, MARGIN, 12, [scale, ...cut].join('  '), INK);
  for (const [at, trace] of traces.entries())
    drawTrace(canvas, trace, HEAD + (at + 0.5) * ROW_MM * PIXELS_PER_MM);
  return { data: canvas.data, width, height, channels: 3 };
}

function rowsOf(dataset: DicomDataset, group: WaveformGroup): Row[] {
  const values = channelValues(group, dataset.transferSyntaxUid !== BIG_ENDIAN);
  const { hertz, samples, channels } = group;
  if (!hasKnownSamples(group)) throw new ProcessingError('unsupported_syntax');
  if (values === undefined || hertz === undefined) throw new ProcessingError('damaged');
  return values.flatMap((valueAt, at) => {
    const channel = channels[at];
    return channel === undefined ? [] : [{ channel, hertz, valueAt, samples }];
  });
}

function drawPaper(canvas: Canvas): void {
  for (let mm = 0; mm * PIXELS_PER_MM < Math.max(canvas.width, canvas.height); mm += 1) {
    const colour = mm % 5 === 0 ? COARSE : FINE;
    if (mm % 5 !== 0) {
      canvas.vertical(mm * PIXELS_PER_MM, 0, canvas.height - 1, colour);
      canvas.horizontal(mm * PIXELS_PER_MM, colour);
    }
  }
  for (let at = 0; at < Math.max(canvas.width, canvas.height); at += 5 * PIXELS_PER_MM) {
    canvas.vertical(at, 0, canvas.height - 1, COARSE);
    canvas.horizontal(at, COARSE);
  }
}

/** Draws every sample, so that no peak is lost; a gap where samples are padding. */
function drawTrace(canvas: Canvas, { row, count, pixelsOf, note }: Trace, middle: number): void {
  const step = (MM_PER_SECOND * PIXELS_PER_MM) / row.hertz;
  let before: { x: number; y: number } | undefined;
  for (let sample = 0; sample < count; sample += 1) {
    const value = row.valueAt(sample);
    const point =
      value === undefined ? undefined : { x: MARGIN + sample * step, y: middle - pixelsOf(value) };
    if (before !== undefined && point !== undefined) canvas.line(before.x, before.y, point.x, point.y, INK);
    before = point;
  }
  const label = note === '' ? row.channel.label : `${row.channel.label}  ${note}`;
  drawText(canvas, MARGIN, middle - (ROW_MM / 2) * PIXELS_PER_MM + TEXT_HEIGHT / 2, label, INK);
}

/**
 * Scale of a trace: that of ECG paper where the values are on it, else its range over the height of a row, written
 * beside the label.
 */
function traceOf(row: Row, count: number, isEcg: boolean): Trace {
  const { low, high } = rangeOf(row, count);
  if (!(low <= high)) return { row, count, pixelsOf: () => 0, note: 'no samples' };
  const toMillivolts = MILLIVOLTS[row.channel.unitCode ?? ''];
  if (isEcg && toMillivolts !== undefined && Math.max(-low, high) * toMillivolts <= MILLIVOLTS_MAX) {
    return {
      row,
      count,
      pixelsOf: (value) => value * toMillivolts * MM_PER_MILLIVOLT * PIXELS_PER_MM,
      note: '',
    };
  }
  const scale = high === low ? 0 : ((ROW_MM - 4) * PIXELS_PER_MM) / (high - low);
  const short = (value: number) => String(Number(value.toPrecision(4)));
  return {
    row,
    count,
    pixelsOf: (value) => (value - (low + high) / 2) * scale,
    note: `${short(low)} to ${short(high)} ${row.channel.unitCode ?? '(not calibrated)'}`,
  };
}

function rangeOf({ valueAt }: Row, count: number): { low: number; high: number } {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (let sample = 0; sample < count; sample += 1) {
    const value = valueAt(sample);
    if (value === undefined) continue;
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  return { low, high };
}
