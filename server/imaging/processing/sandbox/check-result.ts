/**
 * Validates a sandbox's result against its task, because a process that opened a hostile file may send anything. Checks
 * type and size of each field, not the content of pictures or texts.
 */
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { DicomHeaderSchema } from '#contract/drives/dicom.ts';
import { PROCESSING_ERRORS } from '#contract/drives/node.ts';
import { decodeRuns, OVERLAY_RUNS_MAX_BYTES } from '#contract/drives/overlay-runs.ts';
import { PdfHeaderSchema } from '#contract/drives/pdf.ts';
import { PIXELS_MAX, PROCESSED_FILE_MAX_BYTES } from '#contract/limits.ts';
import { ProcessingError } from '#server/imaging/processing/processing-error.ts';
import type { DocumentLocation, SandboxResult, SandboxTask } from './sandbox-messages.ts';

const VARIANT_MAX_BYTES = 32 * 1024 * 1024;
/** Enough for the positions of some thousand frames. */
const HEADER_MAX_CHARS = 1024 * 1024;
const TEXT_MAX_BYTES = 32 * 1024 * 1024;
const WINDOWS_MAX = 64;

const UNIT_MAX_CHARS = 16;
const TABLE_MAX_ENTRIES = 65_536;
/** Largest number of overlay planes: groups 6000 to 601E. */
const OVERLAYS_MAX = 16;

const numbersOrNull = (count: number) =>
  Type.Union([Type.Array(Type.Number(), { minItems: count, maxItems: count }), Type.Null()]);
const VoiTableSchema = Type.Object({
  entries: Type.Unknown(),
  bits: Type.Integer({ minimum: 1, maximum: 16 }),
});

function isTableEntries(value: unknown): boolean {
  const isEntries = value instanceof Uint16Array || value instanceof Uint8Array;
  return isEntries && value.length > 0 && value.length <= TABLE_MAX_ENTRIES;
}

const code = Type.Union([Type.Null(), ...PROCESSING_ERRORS.map((each) => Type.Literal(each))]);
const DocumentSchema = Type.Object({
  media_type: Type.String({ pattern: '^[a-z0-9][a-z0-9.+-]*/[a-z0-9][a-z0-9.+-]*$', maxLength: 129 }),
  ending: Type.String({ pattern: '^[a-z]{3}$' }),
  size: Type.Integer({ minimum: 0, maximum: PROCESSED_FILE_MAX_BYTES }),
  start: Type.Union([Type.Integer({ minimum: 0, maximum: PROCESSED_FILE_MAX_BYTES }), Type.Null()]),
  data: Type.Unknown(),
});
const DescriptionSchema = Type.Object({
  rows: Type.Integer({ minimum: 1, maximum: PIXELS_MAX }),
  columns: Type.Integer({ minimum: 1, maximum: PIXELS_MAX }),
  frames: Type.Integer({ minimum: 1 }),
  samples_per_pixel: Type.Union([Type.Literal(1), Type.Literal(3)]),
  bits_allocated: Type.Union([Type.Literal(8), Type.Literal(16), Type.Literal(32)]),
  bits_stored: Type.Integer({ minimum: 1, maximum: 32 }),
  is_signed: Type.Boolean(),
  photometric_interpretation: Type.Union([
    Type.Literal('MONOCHROME1'),
    Type.Literal('MONOCHROME2'),
    Type.Literal('RGB'),
  ]),
  rescale_slope: Type.Number(),
  rescale_intercept: Type.Number(),
  unit: Type.Union([Type.String({ maxLength: UNIT_MAX_CHARS }), Type.Null()]),
  no_value: Type.Union([Type.Integer({ minimum: 0, maximum: 0 }), Type.Null()]),
  windows: Type.Array(
    Type.Object({ center: Type.Number(), width: Type.Number(), table: Type.Optional(VoiTableSchema) }),
    { minItems: 1, maxItems: WINDOWS_MAX },
  ),
  voi_function: Type.Union([Type.Literal('LINEAR'), Type.Literal('LINEAR_EXACT'), Type.Literal('SIGMOID')]),
  window_source: Type.Union([Type.Literal('file'), Type.Literal('table'), Type.Literal('pixels')]),
  pixel_spacing: numbersOrNull(2),
  spacing_basis: DicomHeaderSchema.properties.spacing_basis,
  pixel_aspect_ratio: numbersOrNull(2),
  image_position: numbersOrNull(3),
  image_orientation: numbersOrNull(6),
  overlay: Type.Unknown(),
  overlays_drawn: Type.Integer({ minimum: 0, maximum: OVERLAYS_MAX }),
  overlays_not_drawn: Type.Integer({ minimum: 0, maximum: OVERLAYS_MAX }),
});

/** Validates a result. @throws ProcessingError damaged */
export function checkResult(task: SandboxTask, result: SandboxResult): SandboxResult {
  const isKnown = typeof result === 'object' && result?.kind === task.kind && Value.Check(code, result.error);
  if (isKnown && isResult(task, result)) return result;
  throw new ProcessingError('damaged');
}

function isResult(task: SandboxTask, result: SandboxResult): boolean {
  switch (result.kind) {
    case 'pictures':
      return isPictures(task, result);
    case 'frames':
      return isFrames(result);
    case 'text':
      return result.text === null || isBytes(result.text, TEXT_MAX_BYTES);
    case 'document':
      return result.document === null || isDocument(result.document);
  }
}

/** Whether the range is in the file is for its reader, who knows the file's size. */
function isDocument(document: DocumentLocation): boolean {
  if (!Value.Check(DocumentSchema, document)) return false;
  const { start, data, size } = document;
  if (start !== null) return data === null;
  return data instanceof Uint8Array && data.length === size;
}

function isPictures(task: SandboxTask, result: Extract<SandboxResult, { kind: 'pictures' }>): boolean {
  const { header, thumbnail, preview, error } = result;
  const hasPictures = isBytes(thumbnail, VARIANT_MAX_BYTES) && isBytes(preview, VARIANT_MAX_BYTES);
  const isHeader = header === null || isHeaderOf(task, header);
  return isHeader && (error === null ? hasPictures : thumbnail === null && preview === null);
}

function isHeaderOf(task: SandboxTask, header: unknown): boolean {
  const mediaKind = task.kind === 'pictures' ? task.media_kind : undefined;
  if (mediaKind === 'pdf') return Value.Check(PdfHeaderSchema, header);
  return (
    mediaKind === 'dicom' &&
    Value.Check(DicomHeaderSchema, header) &&
    JSON.stringify(header).length <= HEADER_MAX_CHARS
  );
}

function isFrames({ frames }: Extract<SandboxResult, { kind: 'frames' }>): boolean {
  return (
    Array.isArray(frames) &&
    frames.every(({ description, data }) => {
      if (!Value.Check(DescriptionSchema, description)) return false;
      if (!description.windows.every(({ table }) => table === undefined || isTableEntries(table.entries))) {
        return false;
      }
      const { rows, columns, samples_per_pixel, bits_allocated, overlay } = description;
      if (!isOverlay(overlay, rows * columns)) return false;
      return (
        isBytes(data, PIXELS_MAX * 4) &&
        data.length === rows * columns * samples_per_pixel * (bits_allocated / 8)
      );
    })
  );
}

function isOverlay(value: unknown, pixels: number): boolean {
  if (!(value instanceof Uint8Array) || value.length > OVERLAY_RUNS_MAX_BYTES) return false;
  return decodeRuns(value, pixels) !== undefined;
}

function isBytes(value: unknown, maxBytes: number): value is Uint8Array {
  return value instanceof Uint8Array && value.length > 0 && value.length <= maxBytes;
}
