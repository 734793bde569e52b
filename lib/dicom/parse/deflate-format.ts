/**
 * Detects the wrapper of a deflated data set: none, as the standard requires, or zlib or gzip. Source: DICOM PS3.5 A.5;
 * RFC 1950, RFC 1952.
 */

/** Wrapper of a deflated data set; names as in `DecompressionStream`. */
export type DeflateFormat = 'deflate-raw' | 'deflate' | 'gzip';

const METHOD_DEFLATE = 8;
/**
 * A window of 32 KiB, as every writer uses. No raw stream begins with these bits: it would be a stored block with
 * unused bits set.
 */
const WINDOW = 7;

export function deflateFormat(stream: Uint8Array): DeflateFormat {
  const [first = 0, second = 0] = stream;
  if (first === 0x1f && second === 0x8b) return 'gzip';
  const isZlib = first === ((WINDOW << 4) | METHOD_DEFLATE) && ((first << 8) | second) % 31 === 0;
  return isZlib ? 'deflate' : 'deflate-raw';
}
