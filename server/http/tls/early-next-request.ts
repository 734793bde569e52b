/**
 * Lets a connection send its next request while the previous response still counts as unsent. Node pauses its HTTP
 * parser while more than the socket's high-water mark (64 KiB) is unsent, which may be the case after the client has
 * all of it. Over TLS, bytes already read reach the paused parser, which fails (`HPE_PAUSED`) and ends the connection.
 * A server's option `highWaterMark` does not reach TLS sockets, so the inner state is set.
 */
import type { Socket } from 'node:net';

/** More than any response that is not streamed; streams wait until their bytes are sent. */
const UNSENT_MAX_BYTES = 32 * 1024 * 1024;

export function acceptNextRequestEarly(socket: Socket): void {
  const state: unknown = Reflect.get(socket, '_writableState');
  if (typeof state === 'object' && state !== null) Reflect.set(state, 'highWaterMark', UNSENT_MAX_BYTES);
}
