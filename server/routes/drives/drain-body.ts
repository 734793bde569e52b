import type { FastifyRequest } from 'fastify';
import { BODY_DRAIN_MAX_BYTES } from '#contract/limits.ts';

/**
 * Runs `work`; when it refuses the request half read, the rest of the body is read and thrown away
 * behind the answer, because a client that is cut off while sending never sees it. Past the limit the
 * connection ends.
 */
export async function drainOnFailure<T>(
  request: Pick<FastifyRequest, 'raw'>,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    drain(request);
    throw error;
  }
}

/** Also of one that has come whole: what nobody read would stay in memory, and on its connection, unended. */
function drain({ raw }: Pick<FastifyRequest, 'raw'>): void {
  if (raw.destroyed) return;
  let drained = 0;
  raw.unpipe();
  raw.on('data', (chunk: Buffer) => {
    drained += chunk.length;
    if (drained > BODY_DRAIN_MAX_BYTES) raw.destroy();
  });
  raw.on('error', () => undefined);
  raw.resume();
}
