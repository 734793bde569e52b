/**
 * Limits connections per client certificate, so that nobody takes every descriptor of the process: the next one is
 * closed. Connections without a valid certificate have a limit of their own.
 */
import type { Server } from 'node:https';
import type { TLSSocket } from 'node:tls';

/** The limit is shared by all servers it is called with. */
export function createCertificateConnectionLimit(max: number): (server: Server) => void {
  const counts = new Map<string, number>();

  return (server) => {
    server.on('secureConnection', (socket: TLSSocket) => {
      if (!socket.authorized) return;
      const { fingerprint256 = '' } = socket.getPeerCertificate();
      const count = counts.get(fingerprint256) ?? 0;
      if (count >= max) return void socket.destroy();
      counts.set(fingerprint256, count + 1);
      socket.once('close', () => {
        const left = (counts.get(fingerprint256) ?? 1) - 1;
        if (left === 0) counts.delete(fingerprint256);
        else counts.set(fingerprint256, left);
      });
    });
  };
}
