/**
 * Overwrites the buffer from which Node hands out the bytes of sockets and pipes. Each thread has one, and the last
 * message of a child process or of a peer could stay in it for hours.
 */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { finished } from 'node:stream/promises';

/** Size of the buffer; sent several times, so that one read fills it. */
const BUFFER_BYTES = 64 * 1024;
const TIMES = 4;

/** Sends zeros from this thread to itself. Rejects where this computer has no IPv4. */
export async function scrubReadBuffer(): Promise<void> {
  const server = createServer((peer) => peer.resume().end());
  // Another program that finds the port in these milliseconds gets no response.
  server.maxConnections = 1;
  server.listen({ host: '127.0.0.1', port: 0 });
  try {
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const socket = connect({ host: '127.0.0.1', port }).resume();
    socket.end(Buffer.alloc(TIMES * BUFFER_BYTES));
    await finished(socket);
  } finally {
    server.close();
  }
}
