/**
 * Ends connections whose responses are not read: they hold them in memory. Node's own time limit counts what a client
 * sends as well, so a byte of a next request now and then would keep the connection.
 */
import type { Server } from 'node:https';
import type { TLSSocket } from 'node:tls';

interface Progress {
  /** Bytes given to the kernel, or to the encryption before it. */
  readonly sent: number;
  /** Encrypted bytes that wait for the kernel, which takes a large piece in parts. */
  readonly queued: number;
}

/** Ends a connection once its unsent bytes have not moved for `unreadMs`, or up to twice that. */
export function disconnectUnread(server: Server, unreadMs: number): void {
  server.on('secureConnection', (socket: TLSSocket) => {
    let before: Progress | undefined;
    const timer = setInterval(() => {
      if (socket.writableLength === 0) {
        before = undefined;
        return;
      }
      const now = progressOf(socket);
      if (before !== undefined && now.sent === before.sent && now.queued >= before.queued) socket.destroy();
      before = now;
    }, unreadMs).unref();
    socket.once('close', () => clearInterval(timer));
  });
}

function progressOf(socket: TLSSocket): Progress {
  // Not part of the types: the TLS handle, and the one of the TCP connection below it.
  const handle: unknown = Reflect.get(socket, '_handle');
  return { sent: socket.bytesWritten - socket.writableLength, queued: queueOf(parentOf(handle)) };
}

function parentOf(handle: unknown): unknown {
  return typeof handle === 'object' && handle !== null ? Reflect.get(handle, '_parent') : undefined;
}

function queueOf(handle: unknown): number {
  const size: unknown =
    typeof handle === 'object' && handle !== null ? Reflect.get(handle, 'writeQueueSize') : 0;
  return typeof size === 'number' ? size : 0;
}
