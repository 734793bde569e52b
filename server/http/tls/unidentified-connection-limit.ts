/**
 * Limits connections that have not shown a valid certificate: a new one replaces the oldest of the address with most
 * such connections, so a flooding address displaces itself. Connections with a valid certificate do not count.
 */
import type { Server } from 'node:https';
import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';

interface TrackedConnection {
  readonly address: string;
  socket: Socket;
}

/** The limit is shared by all servers it is called with. */
export function createUnidentifiedConnectionLimit(max: number): (server: Server) => void {
  /** Unidentified connections by peer, in order of arrival. */
  const held = new Map<string, TrackedConnection>();

  function makeRoom(): void {
    if (held.size < max) return;
    const counts = new Map<string, number>();
    for (const { address } of held.values()) counts.set(address, (counts.get(address) ?? 0) + 1);
    const [most] = [...counts].sort(([, a], [, b]) => b - a)[0] ?? [];
    const [peer, oldest] = [...held].find(([, { address }]) => address === most) ?? [];
    if (peer === undefined) return;
    held.delete(peer);
    oldest?.socket.destroy();
  }

  return (server) => {
    server.on('connection', (socket: Socket) => {
      makeRoom();
      const peer = peerOf(socket);
      const place: TrackedConnection = { address: socket.remoteAddress ?? '', socket };
      held.set(peer, place);
      socket.once('close', () => {
        if (held.get(peer)?.socket === socket) held.delete(peer);
      });
    });
    server.on('secureConnection', (socket: TLSSocket) => {
      const peer = peerOf(socket);
      const place = held.get(peer);
      if (place === undefined) return;
      if (socket.authorized) return void held.delete(peer);
      // The bare socket belongs to the handshake from here on.
      place.socket = socket;
      socket.once('close', () => {
        if (held.get(peer) === place) held.delete(peer);
      });
    });
  };
}

/** The same value for a connection before and after its handshake. */
export function peerOf(socket: Socket): string {
  return `${socket.remoteAddress} ${socket.remotePort}`;
}
