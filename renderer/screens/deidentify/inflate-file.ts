import { deflateFormat } from '#dicom/parse/deflate-format.ts';
import { InflatedTooLargeError, NotDicomError } from '#dicom/read-dataset.ts';

/** Largest size of an inflated picture in the page's memory. */
const INFLATED_MAX_BYTES = 256 * 1024 * 1024;

/**
 * Inflates everything after `position` with the browser's stream, which rejects bytes after the end of the
 * stream. DICOM pads a stream of odd length with one zero. @throws InflatedTooLargeError, NotDicomError
 */
export async function inflateFile(
  bytes: Uint8Array,
  position: number,
  maxBytes: number = INFLATED_MAX_BYTES,
): Promise<Uint8Array> {
  const head = bytes.slice(0, position);
  const whole = bytes.slice(position);
  const body = (await inflated(whole, maxBytes)) ?? (await inflated(whole.slice(0, -1), maxBytes));
  if (body === undefined || whole.length === 0) throw new NotDicomError();
  return new Uint8Array(await new Blob([head, body]).arrayBuffer());
}

/** Returns undefined if the stream does not end with its last byte. */
async function inflated(stream: Uint8Array<ArrayBuffer>, maxBytes: number): Promise<Blob | undefined> {
  const unpacking = new DecompressionStream(deflateFormat(stream));
  const reader = new Blob([stream]).stream().pipeThrough(unpacking).getReader();
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      size += next.value.length;
      if (size > maxBytes) {
        await reader.cancel().catch(() => undefined);
        throw new InflatedTooLargeError();
      }
      pieces.push(next.value);
    }
  } catch (error) {
    if (error instanceof InflatedTooLargeError) throw error;
    return undefined;
  }
  return new Blob(pieces);
}
