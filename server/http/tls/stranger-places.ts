/**
 * Places for connections that have shown no certificate of ours yet: whoever opens many takes them from the oldest of
 * the address that holds most, and so from itself. Connections that have shown one hold none.
 */
import type { Server } from 'node:https';
import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';

interface Held {
  readonly address: string;
  socket: Socket;
}

/** For all servers it is called with. */
export function createStrangerPlaces(max: number): (server: Server) => void {
  /** By peer, in the order they came. */
  const held = new Map<string, Held>();

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
      const place: Held = { address: socket.remoteAddress ?? '', socket };
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
      // The bare socket is the handshake's own from here on.
      place.socket = socket;
      socket.once('close', () => {
        if (held.get(peer) === place) held.delete(peer);
      });
    });
  };
}

/** The same for a connection before its handshake and behind it. */
export function peerOf(socket: Socket): string {
  return `${socket.remoteAddress} ${socket.remotePort}`;
}
