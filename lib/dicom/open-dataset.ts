/** Opens data sets where Node is, which inflates deflated ones. */
import { constants, gunzipSync, inflateRawSync, inflateSync, type ZlibOptions } from 'node:zlib';
import { type DicomDataset, InflatedTooLargeError, readDataset } from './dataset.ts';
import { deflateFormat } from './parse/deflate-format.ts';

/** A deflated data set may grow to this; what grows further is a bomb. */
const INFLATED_MAX_BYTES = 512 * 1024 * 1024;

/** How far a head that others wait for is read. */
export interface HeadBudget {
  /** At any depth. */
  readonly elementsMax: number;
  /** Of a deflated data set this much is inflated, and the rest is not there. */
  readonly inflatedMaxBytes: number;
}

/** Deflate makes no more than some 1,032 bytes of one. */
const FIRST_DEFLATED_BYTES = 1024;

/**
 * Reads what stands before the pixels, within a budget: what lies beyond is not there, and the data set not whole.
 * @throws NotDicomError
 */
export function openHead(bytes: Uint8Array, untilTag: string, budget: HeadBudget): DicomDataset {
  const inflateSome = (given: Uint8Array, position: number) =>
    inflateStart(given, position, budget.inflatedMaxBytes);
  return readDataset(bytes, inflateSome, untilTag, budget.elementsMax);
}

/** Twice as much each time, until it is enough: never more than twice what is wanted, and a piece. */
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

/** Undefined where it grows further, or is not deflated. */
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
 * @param untilTag reads no further than this element, for those who want no pixels.
 * @param inflatedMaxBytes how far a deflated data set may grow.
 * @param elementsMax reads no more elements than so many, at any depth.
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

/** No element is this short: a stream that ends early is no whole data set, wherever it was cut. */
const CUT = Uint8Array.of(0xff, 0xff, 0xff);
