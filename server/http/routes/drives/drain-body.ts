import type { FastifyRequest } from 'fastify';
import { BODY_DRAIN_MAX_BYTES } from '#contract/limits.ts';

/**
 * Runs `work`; what it has not read of the body then is read and thrown away behind the answer. A client that is cut
 * off while sending never sees that one, and what nobody reads stays in memory and in the way of the next request on
 * its connection. Past the limit the connection ends.
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
