/**
 * Ends connections whose responses are not read, once those of a certificate take too much memory. One that holds little
 * is never ended, however slowly it reads: the kernel tells of a slow reader in steps of a megabyte. Node's own time limit
 * counts what a client sends as well, so a byte of a next request now and then would keep the connection.
 */
import type { Server } from 'node:https';
import type { TLSSocket } from 'node:tls';
import { heldBytes } from '#server/http/request/held-bytes.ts';

/** Unsent bytes of a certificate's connections that do not move, up to which none is ended. */
const UNREAD_MAX_BYTES = 16 * 1024 * 1024;

interface Progress {
  /** Bytes given to the kernel, or to the encryption before it. */
  readonly sent: number;
  /** Encrypted bytes that wait for the kernel, which takes a large piece in parts. */
  readonly queued: number;
}

/**
 * Ends a certificate's connections whose unsent bytes have not moved for `unreadMs`, or up to twice that, while these are
 * more than `maxBytes`; first those that hold most. The count is shared by all servers it is called with.
 */
export function createUnreadLimit(unreadMs: number, maxBytes = UNREAD_MAX_BYTES): (server: Server) => void {
  const connections = new Map<string, Map<TLSSocket, Progress | undefined>>();

  function look(own: Map<TLSSocket, Progress | undefined>): void {
    const stalled: TLSSocket[] = [];
    let total = 0;
    for (const [socket, before] of own) {
      const now = socket.writableLength === 0 ? undefined : progressOf(socket);
      own.set(socket, now);
      if (now === undefined || before === undefined || !isUnmoved(before, now)) continue;
      stalled.push(socket);
      total += unsentBytes(socket);
    }
    stalled.sort((left, right) => unsentBytes(right) - unsentBytes(left));
    for (const socket of stalled) {
      if (total <= maxBytes) return;
      total -= unsentBytes(socket);
      socket.destroy();
    }
  }

  let timer: NodeJS.Timeout | undefined;
  return (server) => {
    server.on('secureConnection', (socket: TLSSocket) => {
      // Another limit may have ended it.
      if (socket.destroyed) return;
      const { fingerprint256 = '' } = socket.getPeerCertificate();
      const own = connections.get(fingerprint256) ?? new Map<TLSSocket, Progress | undefined>();
      connections.set(fingerprint256, own.set(socket, undefined));
      timer ??= setInterval(() => {
        for (const each of connections.values()) look(each);
      }, unreadMs).unref();
      socket.once('close', () => {
        own.delete(socket);
        if (own.size > 0 || connections.get(fingerprint256) !== own) return;
        connections.delete(fingerprint256);
        if (connections.size > 0) return;
        clearInterval(timer);
        timer = undefined;
      });
    });
  };
}

function unsentBytes(socket: TLSSocket): number {
  return socket.writableLength + heldBytes(socket);
}

function isUnmoved(before: Progress, now: Progress): boolean {
  return now.sent === before.sent && now.queued >= before.queued;
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
