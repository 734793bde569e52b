/**
 * Scripted HTTPS server whose responses the test chooses, to count attempts and break connections. It simulates the
 * network, not our server.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import { makeCertificates, type TestCertificates } from './sdk-certificates.ts';

export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
  /** Client port, which identifies the connection. */
  readonly port: number | undefined;
  /** Number of requests to this method and path, with this one. */
  readonly count: number;
}

export interface ScriptedAnswer {
  readonly status?: number;
  readonly headers?: Record<string, string>;
  /** Objects are sent as JSON. */
  readonly body?: unknown;
  /** Sends the headers and this many bytes, then cuts the connection. */
  readonly cutAfter?: number;
  /** Sends the headers and this many bytes, then nothing. */
  readonly holdAfter?: number;
  /** Cuts the connection without a response. */
  readonly drop?: true;
  /** Never responds. */
  readonly hang?: true;
}

export interface FakeVault {
  readonly url: string;
  readonly certificates: TestCertificates;
  readonly requests: SeenRequest[];
  readonly close: () => Promise<void>;
}

export const errorBody = (code: string, message = 'refused', trace_id: string | null = 'trace-1') => ({
  error: { code, message, trace_id },
});

export async function startFakeVault(script: (request: SeenRequest) => ScriptedAnswer): Promise<FakeVault> {
  const certificates = await makeCertificates();
  const requests: SeenRequest[] = [];
  const server = createServer(
    { ...certificates.server, ca: certificates.ca, requestCert: true, rejectUnauthorized: true },
    (request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('error', () => response.destroy());
      request.on('end', () => {
        const url = new URL(request.url ?? '/', 'https://vault');
        const method = request.method ?? '';
        const count =
          requests.filter((seen) => seen.method === method && seen.path === url.pathname).length + 1;
        const seen = {
          method,
          path: url.pathname,
          query: url.searchParams,
          headers: request.headers,
          body: Buffer.concat(chunks),
          port: request.socket.remotePort,
          count,
        };
        requests.push(seen);
        send(response, script(seen));
      });
    },
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    url: `https://127.0.0.1:${address.port}`,
    certificates,
    requests,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function send(response: ServerResponse, answer: ScriptedAnswer): void {
  if (answer.hang) return;
  if (answer.drop) {
    response.socket?.destroy();
    return;
  }
  const bytes = Buffer.isBuffer(answer.body)
    ? answer.body
    : Buffer.from(typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body ?? {}));
  response.writeHead(answer.status ?? 200, {
    'content-type': 'application/json',
    'x-request-id': 'request-1',
    'content-length': String(bytes.length),
    ...answer.headers,
  });
  if (answer.holdAfter !== undefined) {
    response.write(bytes.subarray(0, answer.holdAfter));
    return;
  }
  if (answer.cutAfter === undefined) {
    response.end(bytes);
    return;
  }
  response.write(bytes.subarray(0, answer.cutAfter), () => setTimeout(() => response.socket?.destroy(), 20));
}
