/** How a deflated data set is wrapped: as the standard says not at all, or as zlib and gzip do. Source: DICOM PS3.5 A.5; RFC 1950, RFC 1952. */

/** As `DecompressionStream` calls them. */
export type DeflateFormat = 'deflate-raw' | 'deflate' | 'gzip';

const METHOD_DEFLATE = 8;
/** Of 32 KiB, as every writer asks for. No raw stream begins so: it would be a stored block with bits that are not used. */
const WINDOW = 7;

export function deflateFormat(stream: Uint8Array): DeflateFormat {
  const [first = 0, second = 0] = stream;
  if (first === 0x1f && second === 0x8b) return 'gzip';
  const isZlib = first === ((WINDOW << 4) | METHOD_DEFLATE) && ((first << 8) | second) % 31 === 0;
  return isZlib ? 'deflate' : 'deflate-raw';
}
