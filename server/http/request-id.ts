/** The request id: the caller's own `x-request-id` where it is usable, else a new one. It is the `trace_id` of errors. */
import type { IncomingMessage } from 'node:http';
import { v7 } from 'uuid';
import { REQUEST_ID_MAX_CHARS } from '#contract/limits.ts';

const USABLE = new RegExp(`^[\\x21-\\x7e]{1,${REQUEST_ID_MAX_CHARS}}$`);

export function requestIdOf(request: Pick<IncomingMessage, 'headers'>): string {
  const sent = request.headers['x-request-id'];
  return typeof sent === 'string' && USABLE.test(sent) ? sent : v7();
}
