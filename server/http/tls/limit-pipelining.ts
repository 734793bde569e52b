/**
 * Limits the requests a connection sends ahead of their responses. Node parses all of a chunk at once, some 2,500 small
 * requests of 64 KiB, and each costs a response: a few hundred KB of a stranger held everybody up for seconds.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';

/** No client of ours sends ahead; others that do take far fewer. */
const UNANSWERED_MAX = 16;

type Handle = (request: IncomingMessage, response: ServerResponse) => void;

export interface PipeliningLimit {
  /** Handles a request, unless its connection has no more to come. */
  readonly handle: Handle;
  /** True where reading the connection's requests was ended, so that the parser's error is none of the client's. */
  readonly isStopped: (socket: unknown) => boolean;
}

/**
 * A connection without a valid certificate has one request at a time, and none after the response that ends it: the
 * refusal. Only the vault's own desktop, out of time, gets another one. Any other connection may have `UNANSWERED_MAX`
 * without a response, and is ended with more.
 */
export function createPipeliningLimit(handle: Handle): PipeliningLimit {
  const unanswered = new WeakMap<object, number>();
  const stopped = new WeakSet<object>();

  function stopParsing(socket: Socket): void {
    stopped.add(socket);
    // Not part of the types. Paused within a callback, it parses no further request of the chunk.
    const parser: unknown = Reflect.get(socket, 'parser');
    if (
      typeof parser === 'object' &&
      parser !== null &&
      'pause' in parser &&
      typeof parser.pause === 'function'
    )
      parser.pause();
  }

  return {
    handle(request, response) {
      const { socket } = request;
      const isStranger = !(socket instanceof TLSSocket && socket.authorized);
      const ahead = unanswered.get(socket) ?? 0;
      if (stopped.has(socket) || ahead >= (isStranger ? 1 : UNANSWERED_MAX)) {
        stopParsing(socket);
        if (!isStranger) socket.destroy();
        return;
      }
      unanswered.set(socket, ahead + 1);
      response.once('close', () => {
        const isLast = isStranger && !response.shouldKeepAlive;
        if (!isLast) unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1);
      });
      handle(request, response);
    },
    isStopped: (socket) => typeof socket === 'object' && socket !== null && stopped.has(socket),
  };
}
