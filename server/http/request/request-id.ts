/** The request id: the caller's own `x-request-id` where it is usable, else a new one. It is the `trace_id` of errors. */
import type { IncomingMessage } from 'node:http';
import { REQUEST_ID_MAX_CHARS } from '#contract/limits.ts';
import { encodeHex } from '#crypto/bytes.ts';
import { randomBytes } from '#crypto/random.ts';

const USABLE = new RegExp(`^[\\x21-\\x7e]{1,${REQUEST_ID_MAX_CHARS}}$`);
const PROCESS_PREFIX_BYTES = 8;

/** Random per process and counted on from there: unique, and as cheap as every request needs it to be. */
const processPrefix = encodeHex(randomBytes(PROCESS_PREFIX_BYTES));
let count = 0;

export function requestIdOf(request: Pick<IncomingMessage, 'headers'>): string {
  const sent = request.headers['x-request-id'];
  if (typeof sent === 'string' && USABLE.test(sent)) return sent;
  count += 1;
  return `${processPrefix}-${count}`;
}
