/**
 * Sends large responses in pieces, each in a turn of its principal. Encrypting ten megabytes for TLS takes a tenth of a
 * second, in which nobody else would be served. Until one is read it lies in memory, and counts for its connection.
 */
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { turnKeyOf, whenOver } from '#server/http/request/fair-scheduling.ts';
import { holdBytes } from '#server/http/request/held-bytes.ts';

/** Two or three milliseconds of encryption. */
export const PIECE_BYTES = 256 * 1024;

/** Register after the hooks that set headers. */
export function sendLargeInPieces(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const bytes = request.method === 'HEAD' ? undefined : largeBytes(payload);
    if (bytes === undefined) return done(null, payload);
    reply.header('content-length', bytes.length);
    whenOver(reply.raw, holdBytes(request.raw.socket, bytes.length));
    done(null, Readable.from(piecesOf(bytes, request), { objectMode: false, highWaterMark: PIECE_BYTES }));
  });
}

function largeBytes(payload: unknown): Buffer | undefined {
  if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return undefined;
  if (payload.length <= PIECE_BYTES) return undefined;
  return typeof payload === 'string' ? Buffer.from(payload) : payload;
}

async function* piecesOf(bytes: Buffer, request: FastifyRequest): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
    if (at > 0) await request.server.turns.giveWay(turnKeyOf(request));
    yield bytes.subarray(at, at + PIECE_BYTES);
  }
}
