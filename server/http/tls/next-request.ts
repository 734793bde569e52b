/**
 * Lets a connection bring its next request while the answer before still counts as unsent. Node stops its HTTP parser
 * once more than the socket's high-water mark is unsent, 64 KiB, and an answer may count as that after the client has it
 * all. Over TLS what was read already reaches the stopped parser, which calls it an error (`HPE_PAUSED`) and ends the
 * connection. The option `highWaterMark` of servers does not reach TLS sockets, hence the inner state.
 */
import type { Socket } from 'node:net';

/** More than any answer that is not streamed; streams wait for what they have written. */
const UNSENT_MAX_BYTES = 32 * 1024 * 1024;

export function takeNextRequestEarly(socket: Socket): void {
  const state: unknown = Reflect.get(socket, '_writableState');
  if (typeof state === 'object' && state !== null) Reflect.set(state, 'highWaterMark', UNSENT_MAX_BYTES);
}
