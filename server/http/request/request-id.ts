/** Returns the request id: the caller's `x-request-id` if valid, else a new one. Errors show it as `trace_id`. */
import type { IncomingMessage } from 'node:http';
import { REQUEST_ID_MAX_CHARS } from '#contract/limits.ts';
import { encodeHex } from '#crypto/bytes.ts';
import { randomBytes } from '#crypto/random.ts';

const USABLE = new RegExp(`^[\\x21-\\x7e]{1,${REQUEST_ID_MAX_CHARS}}$`);
const PROCESS_PREFIX_BYTES = 8;

/** A random prefix per process plus a counter: unique and cheap. */
const processPrefix = encodeHex(randomBytes(PROCESS_PREFIX_BYTES));
let count = 0;

export function requestIdOf(request: Pick<IncomingMessage, 'headers'>): string {
  const sent = request.headers['x-request-id'];
  if (typeof sent === 'string' && USABLE.test(sent)) return sent;
  count += 1;
  return `${processPrefix}-${count}`;
}
