/** Opens data sets where Node is, which inflates deflated ones. */
import { inflateRawSync } from 'node:zlib';
import { type DicomDataset, InflatedTooLargeError, readDataset } from './dataset.ts';

/** A deflated data set may grow to this; what grows further is a bomb. */
const INFLATED_MAX_BYTES = 512 * 1024 * 1024;

/**
 * @param untilTag reads no further than this element, for those who want no pixels.
 * @param inflatedMaxBytes how far a deflated data set may grow.
 * @throws NotDicomError, InflatedTooLargeError
 */
export function openDataset(
  bytes: Uint8Array,
  untilTag?: string,
  inflatedMaxBytes: number = INFLATED_MAX_BYTES,
): DicomDataset {
  return readDataset(bytes, (given, position) => inflate(given, position, inflatedMaxBytes), untilTag);
}

export function inflate(
  bytes: Uint8Array,
  position: number,
  maxOutputLength: number = INFLATED_MAX_BYTES,
): Uint8Array {
  try {
    const inflated = inflateRawSync(bytes.subarray(position), { maxOutputLength });
    return Buffer.concat([bytes.subarray(0, position), inflated]);
  } catch (error) {
    if (error instanceof RangeError) throw new InflatedTooLargeError();
    throw error;
  }
}
