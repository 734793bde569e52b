/** Plain HTTPS client with a chosen client certificate, independent of the SDK. */
import type { IncomingHttpHeaders } from 'node:http';
import { Agent, request as httpsRequest } from 'node:https';
import { checkServerIdentity } from 'node:tls';
import { assertDocumented } from './contract/documented-errors.ts';

export interface ClientIdentity {
  readonly cert: string;
  readonly key: string;
}

export interface RawRequest {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string | string[]>>;
  /** Objects are sent as JSON; strings and bytes unchanged. */
  readonly body?: unknown;
  /** Bearer token. */
  readonly token?: string;
}

export interface RawResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
  readonly text: string;
  /** Parsed body; undefined if it is not JSON. */
  readonly json: JsonValue;
}

/** Untyped JSON, so that tests can read any field. */
// biome-ignore lint/suspicious/noExplicitAny: tests read fields of answers whose shape is what they check
export type JsonValue = any;

export interface RawClient {
  readonly baseUrl: string;
  readonly send: (path: string, request?: RawRequest) => Promise<RawResponse>;
  readonly close: () => void;
}

export function createRawClient(baseUrl: string, ca: string, identity?: ClientIdentity): RawClient {
  const host = new URL(baseUrl).hostname.replace(/^\[|\]$/g, '');
  const agent = new Agent({
    keepAlive: true,
    ca,
    ...identity,
    // Check the host's name instead of the Host header, which tests set freely.
    checkServerIdentity: (_name, certificate) => checkServerIdentity(host, certificate),
  });

  function send(
    path: string,
    { method = 'GET', headers, body, token }: RawRequest = {},
  ): Promise<RawResponse> {
    const { promise, resolve, reject } = Promise.withResolvers<RawResponse>();
    const payload = encodeBody(body);
    const request = httpsRequest(new URL(path, baseUrl), {
      agent,
      method,
      headers: {
        ...(payload === undefined ? {} : { 'content-length': String(payload.length) }),
        ...(payload !== undefined && isJson(body) ? { 'content-type': 'application/json' } : {}),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...headers,
      },
    });
    request.once('error', reject);
    request.once('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('error', reject);
      response.once('end', () => {
        const bytes = Buffer.concat(chunks);
        const text = bytes.toString('utf8');
        try {
          assertDocumented(method, path, parse(text)?.error?.code);
        } catch (error) {
          reject(error);
          return;
        }
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          bytes,
          text,
          json: parse(text),
        });
      });
    });
    request.end(payload);
    return promise;
  }

  return { baseUrl, send, close: () => agent.destroy() };
}

function isJson(body: unknown): boolean {
  return typeof body !== 'string' && !(body instanceof Uint8Array);
}

function encodeBody(body: unknown): Buffer | undefined {
  if (body === undefined) return undefined;
  if (typeof body === 'string') return Buffer.from(body);
  if (body instanceof Uint8Array) return Buffer.from(body);
  return Buffer.from(JSON.stringify(body));
}

function parse(text: string): JsonValue {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
