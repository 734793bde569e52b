/** Test receiver that knows only MLLP's framing. */
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createServer as createTlsServer, type TlsOptions } from 'node:tls';

/** Reaction to a message: a code, a delayed code, hanging up, or silence. */
export type Manner =
  | 'AA'
  | 'AE'
  | 'AR'
  | 'CA'
  | 'hang_up'
  | 'silence'
  /** Custom handling of the connection. */
  | ((socket: Socket, controlId: string) => void)
  | { readonly code: string; readonly after: Promise<unknown> };

export interface MllpListener {
  /** `host:port`. */
  readonly place: string;
  readonly port: number;
  readonly received: string[];
  readonly close: () => Promise<void>;
}

/**
 * Answers each message in the next of `manners`, then always in the last. @param port a free one by default; TLS if
 * it has options
 */
export async function listenForMllp(
  manners: readonly Manner[],
  port = 0,
  tls?: TlsOptions,
): Promise<MllpListener> {
  const left = [...manners];
  const received: string[] = [];
  const sockets = new Set<Socket>();
  const meetSocket = (socket: Socket) => {
    let pending = Buffer.alloc(0);
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => {
      pending = Buffer.concat([pending, chunk]);
      const end = pending.indexOf(Buffer.from([0x1c, 0x0d]));
      if (end === -1) return;
      if (pending[0] !== 0x0b) throw new Error('What came does not begin a frame of MLLP.');
      const message = pending.subarray(1, end).toString();
      pending = pending.subarray(end + 2);
      received.push(message);
      meet(socket, message, left.length > 1 ? left.shift() : left[0]);
    });
  };
  const server = tls === undefined ? createServer(meetSocket) : createTlsServer(tls, meetSocket);
  // Ignore clients that hang up during the handshake.
  server.on('tlsClientError', () => undefined);
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address() as AddressInfo;
  return {
    place: `127.0.0.1:${address.port}`,
    port: address.port,
    received,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

function meet(socket: Socket, message: string, manner: Manner | undefined): void {
  const id = message.split('\r')[0]?.split('|')[9] ?? '';
  const answer = (code: string) =>
    socket.write(
      `\u000bMSH|^~\\&|RIS|CLINIC|SRVAULT||20260302||ACK^R01|1|P|2.5.1\rMSA|${code}|${id}|told\r\u001c\r`,
    );
  if (manner === 'hang_up') socket.destroy();
  else if (typeof manner === 'function') manner(socket, id);
  else if (typeof manner === 'object') void manner.after.then(() => answer(manner.code));
  else if (manner !== 'silence' && manner !== undefined) answer(manner);
}
