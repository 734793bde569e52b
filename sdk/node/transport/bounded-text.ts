import type { Readable } from 'node:stream';

/** Far above any response that is read as one text; files are streamed. */
const TEXT_MAX_BYTES = 256 * 1024 * 1024;

/** Reads a response as text. A server that sends without an end is left, not kept in memory. @throws Error beyond the bound */
export async function boundedText(body: Readable, maxBytes: number = TEXT_MAX_BYTES): Promise<string> {
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of body) {
    if (!Buffer.isBuffer(piece)) continue;
    length += piece.length;
    if (length > maxBytes) throw new Error('The response is longer than any response of a vault.');
    pieces.push(piece);
  }
  return Buffer.concat(pieces, length).toString('utf8');
}
