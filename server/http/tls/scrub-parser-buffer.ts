/**
 * Overwrites Node's HTTP read buffer, which all connections of a thread share and where the last bytes of an upload
 * could stay for hours. A request of zeros that the thread sends to itself fills it. It also replaces the one parser
 * Node keeps from an ended connection, which may have part of a header.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { finished } from 'node:stream/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** Size of the buffer; sent several times, so that one read fills it. */
const BUFFER_BYTES = 64 * 1024;
const TIMES = 4;
/** Bytes a parser keeps of a header that arrives in pieces. An address longer than that by one byte is kept elsewhere. */
const KEPT_HEAD_BYTES = 8 * 1024;

/** Rejects where this computer has no IPv4. */
export async function scrubParserBuffer(): Promise<void> {
  const server = createServer((request, response) => {
    request.resume();
    request.once('end', () => response.end());
  });
  // Another program that finds the port in these milliseconds gets no response.
  server.maxConnections = 1;
  const { promise: listening, resolve, reject } = Promise.withResolvers<void>();
  server.once('error', reject);
  server.listen({ host: '127.0.0.1', port: 0 }, resolve);
  try {
    await listening;
    const { port } = server.address() as AddressInfo;
    const accepted = once(server, 'connection');
    const socket = connect({ host: '127.0.0.1', port }).resume();
    const [peer]: Socket[] = await accepted;
    socket.write(`POST ${'/'.padEnd(KEPT_HEAD_BYTES, '0')}`);
    while (peer?.bytesRead === 0 && !peer.destroyed && !socket.destroyed) await nextTurn();
    socket.write(
      ` HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncontent-length: ${TIMES * BUFFER_BYTES}\r\n\r\n`,
    );
    socket.end(Buffer.alloc(TIMES * BUFFER_BYTES));
    await finished(socket);
  } finally {
    server.close();
    server.closeAllConnections();
  }
}
