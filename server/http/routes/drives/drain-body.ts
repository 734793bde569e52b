import type { FastifyRequest } from 'fastify';
import { BODY_DRAIN_MAX_BYTES } from '#contract/limits.ts';

/**
 * Runs `work`, then reads and discards the rest of the body after the response. A client cut off while sending never
 * sees the response, and unread bytes would stay in memory and block the connection's next request. Past a limit the
 * connection ends.
 */
export async function drainBodyAfter<T>(
  request: Pick<FastifyRequest, 'raw'>,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } finally {
    drain(request);
  }
}

function drain({ raw }: Pick<FastifyRequest, 'raw'>): void {
  if (raw.destroyed || raw.readableEnded) return;
  let drained = 0;
  raw.unpipe();
  raw.on('data', (chunk: Buffer) => {
    drained += chunk.length;
    if (drained > BODY_DRAIN_MAX_BYTES) raw.destroy();
  });
  raw.on('error', () => undefined);
  raw.resume();
}
