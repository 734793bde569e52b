/**
 * Sends a streamed response run by run with backpressure, bypassing Fastify, whose pipe does not report when a
 * chunk was sent.
 */
import { Readable, type Writable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ClientDisconnected } from '#server/drives/blobs/stream-chunks.ts';
import { asVaultError, logFailure } from '#server/http/response/error-handler.ts';

/**
 * A failure destroys the connection, so that a truncated body never looks complete. `write` may end the sink itself.
 */
export async function sendStream(
  request: FastifyRequest,
  reply: FastifyReply,
  contentType: string,
  write: (sink: Writable) => Promise<void>,
): Promise<FastifyReply> {
  reply.type(contentType).header('cache-control', 'no-store').header('x-content-type-options', 'nosniff');
  // An empty stream, because Fastify would overwrite the content length for anything else.
  if (request.method === 'HEAD') return reply.send(Readable.from([]));
  reply.hijack();
  reply.raw.statusCode = reply.statusCode;
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) reply.raw.setHeader(name, value);
  }
  try {
    await write(reply.raw);
    if (!reply.raw.writableEnded) reply.raw.end();
  } catch (error) {
    reply.raw.destroy();
    const isOrdinary =
      error instanceof ClientDisconnected ||
      request.raw.destroyed ||
      asVaultError(error).code === 'session_locked';
    if (!isOrdinary) logFailure(error, request);
  }
  return reply;
}
