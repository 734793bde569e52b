/**
 * Ends connections that occupy the server without using it: peers without a valid certificate, and requests whose body
 * arrives too slowly. Node itself ends missing handshakes and unfinished headers. The total duration of a request is
 * not limited, because an upload of 16 GiB may take long.
 */
import type { IncomingMessage } from 'node:http';
import type { Server } from 'node:https';
import type { TLSSocket } from 'node:tls';

export interface SlowClientLimits {
  /** Time limit from connecting to the end of the handshake. */
  readonly handshakeMs: number;
  /** A connection without a valid certificate gets its refusal within this time and is closed. */
  readonly strangerMs: number;
  /** Period in which an awaited body must deliver `bodyBytes`, or its rest. */
  readonly bodyMs: number;
  readonly bodyBytes: number;
}

export const SLOW_CLIENT_LIMITS: SlowClientLimits = {
  handshakeMs: 10_000,
  strangerMs: 10_000,
  bodyMs: 60_000,
  bodyBytes: 8 * 1024,
};

export function disconnectSlowClients(server: Server, patience: SlowClientLimits): void {
  server.on('secureConnection', (socket: TLSSocket) => {
    if (!socket.authorized) cutUnlessClosed(socket, patience.strangerMs);
  });
  server.on('request', (request: IncomingMessage) => {
    if (hasBody(request) && !request.complete) watchBody(request, patience);
  });
}

/** True for a request with a body. Source: RFC 9112, section 6.3. */
function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';
}

function cutUnlessClosed(socket: TLSSocket, afterMs: number): void {
  const timer = setTimeout(() => socket.destroy(), afterMs).unref();
  socket.once('close', () => clearTimeout(timer));
}

function watchBody(request: IncomingMessage, { bodyMs, bodyBytes }: SlowClientLimits): void {
  const { socket } = request;
  let before = socket.bytesRead;
  const timer = setInterval(() => {
    if (request.complete) return end();
    // Received bytes that were not read yet: the server is slow, not the client.
    const isOurs = request.isPaused() || request.readableFlowing === null || request.readableLength > 0;
    if (!isOurs && socket.bytesRead - before < bodyBytes) socket.destroy();
    before = socket.bytesRead;
  }, bodyMs).unref();
  function end(): void {
    clearInterval(timer);
    socket.off('close', end);
  }
  request.once('close', end);
  // A request answered before its body arrived never emits `close` itself.
  socket.once('close', end);
}
