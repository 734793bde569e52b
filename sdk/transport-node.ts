/**
 * Node transport: undici with the credential's client certificate. Never resumes TLS sessions or follows redirects,
 * because the vault does neither. Node only.
 */
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import { UNAVAILABLE_HEADER } from '#contract/errors/vault-error.ts';
import { SINGLE_REQUEST_MAX_BYTES } from '#contract/limits.ts';
import { APIConnectionError } from './errors.ts';
import { assertGiven, isFields } from './http/argument-checks.ts';
import { type ClientCertificate, readClientCertificate, readPart } from './node/client-certificate.ts';
import { fileSource } from './node/file-source.ts';
import { createLastSeenState, type LastSeenState } from './node/last-seen-state.ts';
import { createAddresses } from './node/transport/addresses.ts';
import { boundedText } from './node/transport/bounded-text.ts';
import { connectionFailure } from './node/transport/connection-failure.ts';
import type { HttpDispatcher } from './node/transport/http-dispatcher.ts';
import { encodeBody, SourceFailure } from './node/transport/request-body.ts';
import type { Sha256Stream, Transport, TransportRequest, TransportResponse } from './transport.ts';

export interface NodeTransportOptions extends ClientCertificate {
  /** `https://127.0.0.1:8743`; of several, the next is used when one is unreachable. */
  readonly baseUrl: string | readonly string[];
  /** The server's own certificate, accepted even when expired: PEM text, bytes or a path. */
  readonly serverCertificate?: string | Uint8Array;
  /** Memory of the vault's state token; lasts as long as the transport by default. */
  readonly seenStates?: LastSeenState;
}

/** Longest wait for a connection if there is another address. */
const NEXT_ADDRESS_AFTER_MS = 3_000;

/**
 * Creates the Node transport. @throws TypeError if an address or a certificate is missing; Error if a file is
 * missing, or others may read a key
 */
export function nodeTransport(options: NodeTransportOptions): Transport {
  assertGiven(
    isFields(options),
    'nodeTransport takes an object, as in nodeTransport({ baseUrl, ca, cert, key }).',
  );
  const { baseUrl, serverCertificate, seenStates = createLastSeenState(), ...certificate } = options;
  const addresses = createAddresses(baseUrl);
  const connect = {
    ...readClientCertificate(certificate),
    maxCachedSessions: 0,
    allowH2: false,
    ...(addresses.all.length > 1 ? { timeout: NEXT_ADDRESS_AFTER_MS } : {}),
  };
  const expected = serverCertificate === undefined ? undefined : readPart(serverCertificate, false);
  let loading: Promise<HttpDispatcher> | undefined;
  const sender = (): Promise<HttpDispatcher> =>
    (loading ??= import('./node/transport/http-dispatcher.ts').then(({ createHttpDispatcher }) =>
      createHttpDispatcher(connect, expected),
    ));

  async function sendRequest(request: TransportRequest): Promise<TransportResponse> {
    const method = methodOf(request.method);
    const { send } = await sender();
    const { origin, answer } = await addresses.reach(async (at) => {
      // Encoded per address, because a failed connection closes its stream unread.
      const encoded = request.body === undefined ? undefined : encodeBody(request.body, request.onSent);
      const sent = send(`${at}${request.path}`, {
        method,
        headers: { ...request.headers, ...encoded?.headers, ...seenStates.headers() },
        body: typeof encoded?.body === 'object' ? Readable.from(encoded.body) : (encoded?.body ?? null),
        signal: request.signal,
      });
      const answer = await translated(at, () => sent);
      if (isAway(answer) && addresses.all.length > 1 && typeof encoded?.body !== 'object') {
        await answer.body.dump();
        throw new APIConnectionError(`The server at ${at} cannot reach its database.`, { unsent: true });
      }
      return { origin: at, answer };
    }, method === 'GET');
    seenStates.update(answer.statusCode, answer.headers);
    return {
      status: answer.statusCode,
      header: (name) => {
        const value = answer.headers[name.toLowerCase()];
        return Array.isArray(value) ? value.join(', ') : (value ?? null);
      },
      text: () => translated(origin, () => boundedText(answer.body)),
      stream: () => webStream(answer.body),
    };
  }

  async function translated<T>(origin: string, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      // Rethrow, because the caller's file or stream failed instead of the connection.
      if (error instanceof SourceFailure) throw error.cause;
      throw connectionFailure(error, origin);
    }
  }

  return {
    send: sendRequest,
    singleRequestMaxBytes: SINGLE_REQUEST_MAX_BYTES,
    createSha256,
    openFile: fileSource,
    closeIdleConnections() {
      void loading?.then(({ letGo }) => letGo());
    },
    async close() {
      await (await loading)?.close();
      await seenStates.close();
    },
  };
}

/** Returns true if this server cannot reach its database and has written nothing; another server may reach it. */
function isAway({ headers }: Dispatcher.ResponseData): boolean {
  return headers[UNAVAILABLE_HEADER] !== undefined;
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
