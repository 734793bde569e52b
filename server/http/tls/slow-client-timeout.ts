/**
 * Ends connections that occupy the server without using it: peers without a valid certificate, and requests whose body
 * arrives too slowly or in too small pieces. Node itself ends missing handshakes and unfinished headers. The total duration of a request is
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
  /** A connection that sent none of its response on for so long, or for twice so long, may be ended: `createUnreadLimit`. */
  readonly unreadMs: number;
}

/**
 * Pieces of a body (chunks, TLS records) after which their mean size counts. Each costs a call, and Node reads a
 * connection's megabytes in one turn: two of them in pieces of one byte held everybody up for more than a second.
 */
const PIECES_BEFORE_COUNT = 8192;
const PIECE_MEAN_MIN_BYTES = 64;

export const SLOW_CLIENT_LIMITS: SlowClientLimits = {
  handshakeMs: 10_000,
  strangerMs: 10_000,
  bodyMs: 60_000,
  bodyBytes: 8 * 1024,
  unreadMs: 120_000,
};

export function disconnectSlowClients(server: Server, patience: SlowClientLimits): void {
  server.on('secureConnection', (socket: TLSSocket) => {
    if (!socket.authorized) cutUnlessClosed(socket, patience.strangerMs);
  });
  server.on('request', (request: IncomingMessage) => {
    if (!hasBody(request) || request.complete) return;
    watchBody(request, patience);
    cutTinyPieces(request);
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

/** Node's parser pushes each piece into the request as it is. */
function cutTinyPieces(request: IncomingMessage): void {
  let pieces = 0;
  let bytes = 0;
  const push = request.push.bind(request);
  request.push = (piece: Uint8Array | null, encoding?: BufferEncoding) => {
    pieces += 1;
    bytes += piece?.length ?? 0;
    if (pieces > PIECES_BEFORE_COUNT && bytes < pieces * PIECE_MEAN_MIN_BYTES) request.socket.destroy();
    return push(piece, encoding);
  };
}
