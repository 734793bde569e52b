import type { FastifyRequest } from 'fastify';
import { sessionOf } from '#server/http/request/request-session.ts';

/** How often a running transfer counts as session activity. */
const TOUCH_INTERVAL_MS = 1_000;

/**
 * Returns a function to call for each transferred chunk: a running transfer keeps its session open. Source: choices,
 * "Sessions".
 */
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
