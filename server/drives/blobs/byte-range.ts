import { VaultError } from '#contract/errors/vault-error.ts';

/** Bytes `start` to `end`, the end exclusive. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** Numbers may be of any length; a range is cut to the content. */
const RANGE = /^bytes\s*=\s*(?:(\d+)\s*-\s*(\d+)?|-\s*(\d+))$/i;

/**
 * Parses the single range of a `Range` header, cut to the content. Undefined without a header.
 * @throws invalid_request when it asks for several ranges, is malformed, or is outside the content.
 */
export function parseByteRange(header: string | undefined, size: number): ByteRange | undefined {
  if (header === undefined) return undefined;
  const match = RANGE.exec(header.trim());
  if (match === null) {
    throw new VaultError('invalid_request', 'Range must be one byte range. Send it as «bytes=0-1023».');
  }
  const [, first, last, suffix] = match;
  const range =
    suffix === undefined
      ? { start: Number(first), end: last === undefined ? size : Math.min(Number(last) + 1, size) }
      : { start: Math.max(size - Number(suffix), 0), end: size };
  const isBackwards = last !== undefined && Number(last) < Number(first);
  if (isBackwards || range.start >= range.end) {
    throw new VaultError('invalid_request', `Range is outside the content of ${size} bytes.`);
  }
  return range;
}
