/**
 * The Node transport: undici with the credential's client certificate. TLS sessions are never resumed and
 * redirects never followed, because the vault does neither. Node only.
 */
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { Agent, request as send } from 'undici';
import { SINGLE_REQUEST_MAX_BYTES } from '#contract/limits.ts';
import { type ClientCertificate, readClientCertificate, readPart } from './node/client-certificate.ts';
import { connectionFailure } from './node/connection-failure.ts';
import { fileSource } from './node/file-source.ts';
import { pinnedConnector } from './node/pinned-connector.ts';
import { encodeBody, SourceFailure } from './node/request-body.ts';
import type { Sha256Stream, Transport, TransportAnswer, TransportRequest } from './transport.ts';

export interface NodeTransportOptions extends ClientCertificate {
  /** `https://127.0.0.1:8743` */
  readonly baseUrl: string;
  /** PEM text, bytes or the path of a file: the server's own certificate, accepted after its end too. */
  readonly serverCertificate?: string | Uint8Array;
}

export function nodeTransport({
  baseUrl,
  serverCertificate,
  ...certificate
}: NodeTransportOptions): Transport {
  const origin = new URL(baseUrl).origin;
  const connect = { ...readClientCertificate(certificate), maxCachedSessions: 0, allowH2: false };
  const agent = new Agent({
    connect:
      serverCertificate === undefined
        ? connect
        : pinnedConnector(connect, readPart(serverCertificate, false)),
    allowH2: false,
    // The exchange has its own deadlines, which know whether a transfer still moves.
    headersTimeout: 0,
    bodyTimeout: 0,
  });

  async function sendRequest(request: TransportRequest): Promise<TransportAnswer> {
    const encoded = request.body === undefined ? undefined : encodeBody(request.body, request.onSent);
    const answer = await translated(() =>
      send(`${origin}${request.path}`, {
        dispatcher: agent,
        method: methodOf(request.method),
        headers: { ...request.headers, ...encoded?.headers },
        body: typeof encoded?.body === 'object' ? Readable.from(encoded.body) : (encoded?.body ?? null),
        signal: request.signal,
      }),
    );
    return {
      status: answer.statusCode,
      header: (name) => {
        const value = answer.headers[name.toLowerCase()];
        return Array.isArray(value) ? value.join(', ') : (value ?? null);
      },
      text: () => translated(() => answer.body.text()),
      stream: () => webStream(answer.body),
    };
  }

  async function translated<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      // The caller's own file or stream failed, not the connection.
      if (error instanceof SourceFailure) throw error.cause;
      throw connectionFailure(error, origin);
    }
  }

  return {
    send: sendRequest,
    singleRequestMaxBytes: SINGLE_REQUEST_MAX_BYTES,
    createSha256,
    openFile: fileSource,
    close: () => agent.destroy(),
  };
}

function webStream(body: Readable): ReadableStream<Uint8Array> {
  const pieces = body[Symbol.asyncIterator]();
  return new ReadableStream(
    {
      pull: async (controller) => {
        const step: IteratorResult<unknown> = await pieces.next();
        if (step.done) controller.close();
        else if (step.value instanceof Uint8Array) controller.enqueue(step.value);
      },
      cancel: () => {
        body.destroy();
      },
    },
    { highWaterMark: 0 },
  );
}

type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

function methodOf(method: string): Method {
  const known: readonly Method[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];
  const found = known.find((candidate) => candidate === method);
  if (found === undefined) throw new TypeError(`The vault has no method ${method}.`);
  return found;
}

function createSha256(): Sha256Stream {
  const hash = createHash('sha256');
  return {
    update: (bytes) => {
      hash.update(bytes);
    },
    digest: async () => hash.digest('hex'),
  };
}
