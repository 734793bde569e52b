/** Opens data sets in Node, whose zlib inflates deflated ones. */
import { constants, gunzipSync, inflateRawSync, inflateSync, type ZlibOptions } from 'node:zlib';
import { deflateFormat } from './parse/deflate-format.ts';
import { type DicomDataset, InflatedTooLargeError, readDataset } from './read-dataset.ts';

/** Size limit of an inflated data set, against decompression bombs. */
const INFLATED_MAX_BYTES = 512 * 1024 * 1024;

/** Limits for a header read while others wait. */
export interface HeadBudget {
  /** Largest number of elements, at any depth. */
  readonly elementsMax: number;
  /** Bytes of a deflated data set to inflate; the rest is ignored. */
  readonly inflatedMaxBytes: number;
}

/** Deflate expands one byte to at most some 1,032. */
const FIRST_DEFLATED_BYTES = 1024;

/**
 * Reads the elements before the pixels, within a budget; past the budget the data set is incomplete.
 * @throws NotDicomError
 */
export function openHead(bytes: Uint8Array, untilTag: string, budget: HeadBudget): DicomDataset {
  const inflateSome = (given: Uint8Array, position: number) =>
    inflateStart(given, position, budget.inflatedMaxBytes);
  return readDataset(bytes, inflateSome, untilTag, budget.elementsMax);
}

/** Doubles the input until the output suffices, so it never inflates much more than twice as much as needed. */
function inflateStart(bytes: Uint8Array, position: number, maxBytes: number): Uint8Array {
  const deflated = bytes.subarray(position);
  let inflated = new Uint8Array();
  for (let taken = FIRST_DEFLATED_BYTES; ; taken *= 2) {
    const more = inflatePart(deflated.subarray(0, taken), 2 * maxBytes + FIRST_DEFLATED_BYTES * 1040);
    if (more === undefined) break;
    inflated = more;
    if (inflated.length >= maxBytes || taken >= deflated.length) break;
  }
  return Buffer.concat([bytes.subarray(0, position), inflated.subarray(0, maxBytes)]);
}

/** Inflates a part of deflated data. Undefined where the output is larger, or the input is not deflated. */
function inflatePart(deflated: Uint8Array, maxOutputLength: number): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(unpack(deflated, { maxOutputLength, finishFlush: constants.Z_SYNC_FLUSH }));
  } catch {
    return undefined;
  }
}

const UNPACK = { 'deflate-raw': inflateRawSync, deflate: inflateSync, gzip: gunzipSync } as const;

function unpack(deflated: Uint8Array, options: ZlibOptions): Uint8Array {
  return UNPACK[deflateFormat(deflated)](deflated, options);
}

/**
 * Opens a data set.
 * @param untilTag stops at this element, for callers that need no pixels.
 * @param inflatedMaxBytes size limit of an inflated data set.
 * @param elementsMax maximum number of elements, at any depth.
 * @throws NotDicomError, InflatedTooLargeError
 */
export function openDataset(
  bytes: Uint8Array,
  untilTag?: string,
  inflatedMaxBytes: number = INFLATED_MAX_BYTES,
  elementsMax?: number,
): DicomDataset {
  const inflateAll = (given: Uint8Array, position: number) => inflate(given, position, inflatedMaxBytes);
  return readDataset(bytes, inflateAll, untilTag, elementsMax);
}

export function inflate(
  bytes: Uint8Array,
  position: number,
  maxOutputLength: number = INFLATED_MAX_BYTES,
): Uint8Array {
  const deflated = bytes.subarray(position);
  try {
    return Buffer.concat([bytes.subarray(0, position), unpack(deflated, { maxOutputLength })]);
  } catch (error) {
    if (error instanceof RangeError) throw new InflatedTooLargeError();
    const part = inflatePart(deflated, maxOutputLength) ?? new Uint8Array();
    if (part.length === 0) throw error;
    return Buffer.concat([bytes.subarray(0, position), part, CUT]);
  }
}

/** Shorter than any element: appended to a truncated stream, so that the data set always counts as incomplete. */
const CUT = Uint8Array.of(0xff, 0xff, 0xff);
