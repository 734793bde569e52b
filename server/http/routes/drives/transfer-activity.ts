import type { FastifyRequest } from 'fastify';
import { sessionOf } from '#server/http/request/request-session.ts';

/** How often a running transfer tells the idle clock so. */
const TOUCH_INTERVAL_MS = 1_000;

/** Call it for whatever moves: a running transfer keeps its session alive. Source: choices, "Sessions". */
export function transferActivity(request: FastifyRequest): () => void {
  const live = sessionOf(request);
  const { sessions } = request.server;
  let last = performance.now();
  return () => {
    const now = performance.now();
    if (now - last < TOUCH_INTERVAL_MS) return;
    last = now;
    sessions.touch(live);
  };
}
