import { IntegrityError } from '#sdk/errors.ts';
import type { TransportResponse } from '#sdk/transport.ts';
import { readStream } from './upload-source.ts';

/** Reads a whole response body of known length. @param what names it in the error if the body is cut short. */
export async function readBytes(answer: TransportResponse, what: string): Promise<Uint8Array<ArrayBuffer>> {
  const data = new Uint8Array(Number(answer.header('content-length') ?? 0));
  let filled = 0;
  for await (const piece of readStream(answer.stream())) {
    if (filled + piece.length > data.length) break;
    data.set(piece, filled);
    filled += piece.length;
  }
  if (filled !== data.length) throw new IntegrityError(`The ${what} ended early. Try again.`);
  return data;
}
