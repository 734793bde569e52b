/**
 * Cuts peers that hold a connection without using it: one that never shakes hands or never ends a request's head is
 * Node's to cut; here are those without a certificate of ours, and those whose body only drips. How long a whole
 * request takes is nobody's business: an upload of 16 GiB takes as long as it takes.
 */
import type { IncomingMessage } from 'node:http';
import type { Server } from 'node:https';
import type { TLSSocket } from 'node:tls';

export interface SlowClientLimits {
  /** From the connection to the end of the handshake. */
  readonly handshakeMs: number;
  /** A connection without a certificate of ours gets its refusal within this, and is closed. */
  readonly strangerMs: number;
  /** Within each of these a body that we wait for has to bring `bodyBytes`, or its rest. */
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

/** Whose head is all there is has nothing to drip. Source: RFC 9112, section 6.3. */
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
    // What has come and was not taken yet is our own slowness.
    const isOurs = request.isPaused() || request.readableFlowing === null || request.readableLength > 0;
    if (!isOurs && socket.bytesRead - before < bodyBytes) socket.destroy();
    before = socket.bytesRead;
  }, bodyMs).unref();
  function end(): void {
    clearInterval(timer);
    socket.off('close', end);
  }
  request.once('close', end);
  // One that was answered before its body came is never closed itself.
  socket.once('close', end);
}
