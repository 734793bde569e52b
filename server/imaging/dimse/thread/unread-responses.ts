import type { Socket } from 'node:net';

/**
 * Bytes of responses the peer has not read, above which another request ends it. None is granted before the response to
 * the last, so that an honest peer has read all of it.
 */
const UNREAD_MAX_BYTES = 256 * 1024;

/** Error: the peer sends requests ahead of the responses it has to read. */
export class UnreadResponsesError extends Error {
  override readonly name = 'UnreadResponsesError';
}

/** Call before a request is answered. @throws UnreadResponsesError */
export function requireReader(socket: Socket): void {
  if (socket.writableLength > UNREAD_MAX_BYTES) throw new UnreadResponsesError();
}
