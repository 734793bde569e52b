/**
 * Lets real Chromium use a `protocol.handle` handler through a loopback HTTP server, with streaming both ways. The
 * page's address is `http://127.0.0.1:PORT`; the handler sees `app://HOST`.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';

export type ProtocolHandler = (request: Request) => Response | Promise<Response>;

export interface Gateway {
  /** Without a final slash. */
  readonly origin: string;
  readonly close: () => Promise<void>;
}

/** @param find returns the present handler, if any. @param appOrigin `app://vault`. */
export async function openGateway(
  find: () => ProtocolHandler | undefined,
  appOrigin: string,
): Promise<Gateway> {
  const server: Server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  async function answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const handler = find();
    if (!handler) return void outgoing.writeHead(404).end();
    const gone = new AbortController();
    outgoing.once('close', () => gone.abort());
    const response = await handler(toRequest(incoming, gone.signal));
    outgoing.writeHead(response.status, Object.fromEntries(response.headers));
    if (response.body === null) return void outgoing.end();
    Readable.fromWeb(response.body as NodeReadableStream<Uint8Array>)
      .on('error', () => outgoing.destroy())
      .pipe(outgoing);
  }

  function toRequest(incoming: IncomingMessage, signal: AbortSignal): Request {
    const { method = 'GET', url = '/' } = incoming;
    const headers = new Headers();
    for (const [name, value] of Object.entries(incoming.headers)) {
      if (value === undefined || name === 'connection' || name === 'host') continue;
      headers.set(name, String(value).replaceAll(origin, appOrigin));
    }
    const hasBody = method !== 'GET' && method !== 'HEAD';
    return new Request(`${appOrigin}${url}`, {
      method,
      headers,
      signal,
      ...(hasBody ? { body: Readable.toWeb(incoming) as ReadableStream, duplex: 'half' } : {}),
    });
  }

  return {
    origin,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}
