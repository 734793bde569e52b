/**
 * Limits the requests a connection sends ahead of their responses, and handles one after the other. Node parses all of a
 * chunk at once, some 2,500 small requests of 64 KiB, and each costs a response: a few hundred KB of a stranger held
 * everybody up for seconds. Responses made ahead of one that is not read would wait in memory.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';

/** No client of ours sends ahead; others that do take far fewer. */
const UNANSWERED_MAX = 16;

type Handle = (request: IncomingMessage, response: ServerResponse) => void;

export interface PipeliningLimit {
  /** Handles a request once those before it have their responses, unless its connection has no more to come. */
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
  /** Of each connection the requests without a response; the first is being handled. */
  const lines = new WeakMap<object, (() => void)[]>();
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
      const line = lines.get(socket) ?? [];
      if (stopped.has(socket) || line.length >= (isStranger ? 1 : UNANSWERED_MAX)) {
        stopParsing(socket);
        if (!isStranger) socket.destroy();
        return;
      }
      lines.set(socket, line);
      const begin = () => handle(request, response);
      line.push(begin);
      response.once('close', () => {
        if (isStranger && !response.shouldKeepAlive) return;
        line.shift();
        if (!socket.destroyed) line[0]?.();
      });
      if (line.length === 1) begin();
    },
    isStopped: (socket) => typeof socket === 'object' && socket !== null && stopped.has(socket),
  };
}
