/**
 * Forwards a request of the page to the vault's loopback server and streams both directions, so that memory stays
 * flat. Independent of Electron: a Request in, a Response out.
 */
import { Readable } from 'node:stream';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';
import { type Dispatcher, request as send } from 'undici';
import type { LastSeenState } from '#sdk/node/last-seen-state.ts';

/** Headers that the browser adds for itself, or that belong to one connection. */
const NOT_FORWARDED =
  /^(?:origin|host|connection|keep-alive|transfer-encoding|te|upgrade|expect|cookie|referer|user-agent|cache-control|pragma|sec-.*|proxy-.*|access-control-.*)$/;
const NOT_ANSWERED = new Set(['connection', 'keep-alive', 'transfer-encoding', 'set-cookie']);

/** Content policy for a response without one; it allows nothing. */
const NO_CONTENT_POLICY = "default-src 'none'; frame-ancestors 'none'";

export interface ForwardTarget {
  /**
   * Runs `send` at the vault's address, `https://name:port`. With several addresses it tries the next while nothing
   * of the request can have arrived, or if it is `repeatable`.
   */
  readonly reach: <T>(send: (origin: string) => Promise<T>, repeatable: boolean) => Promise<T>;
  /** Dispatcher that presents the desktop's certificate. */
  readonly dispatcher: Dispatcher;
  /** Last seen state token of a remote vault. */
  readonly seenStates?: LastSeenState | undefined;
}

/** Returns a `reach` for the single address of a vault on this computer. */
export function singleAddress(url: string): ForwardTarget['reach'] {
  return (send) => send(url);
}

/** Forwards the request. Never rejects: an unreachable vault becomes an error response like any other. */
export async function forwardRequest(target: ForwardTarget, request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  // Read now, because the vault may change before the response, which would then not match.
  const { seenStates } = target;
  try {
    const answer = await target.reach(
      (origin) =>
        send(new URL(`${pathname}${search}`, origin), {
          dispatcher: target.dispatcher,
          method: request.method as Dispatcher.HttpMethod,
          headers: { ...forwardedHeaders(request.headers), ...seenStates?.headers() },
          body: isRead || request.body === null ? null : Readable.from(piecesOf(request.body)),
          signal: request.signal,
        }),
      isRead,
    );
    seenStates?.update(answer.statusCode, answer.headers);
    return new Response(bodyOf(request, answer), {
      status: answer.statusCode,
      headers: answeredHeaders(answer.headers),
    });
  } catch {
    return errorResponse(502, 'protocol_error', 'The vault did not answer.');
  }
}

/** Reads the body only when the first piece is asked for, so that an unreachable address leaves it unread. */
async function* piecesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* body as NodeReadableStream<Uint8Array>;
}

export function errorResponse(status: number, code: string, message: string): Response {
  return Response.json(
    { error: { code, message, trace_id: null } },
    { status, headers: { 'content-security-policy': NO_CONTENT_POLICY, 'cache-control': 'no-store' } },
  );
}

function forwardedHeaders(headers: Headers): Record<string, string> {
  return Object.fromEntries([...headers].filter(([name]) => !NOT_FORWARDED.test(name)));
}

function answeredHeaders(headers: Dispatcher.ResponseData['headers']): Headers {
  const answered = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined || NOT_ANSWERED.has(name)) continue;
    for (const one of Array.isArray(value) ? value : [value]) answered.append(name, one);
  }
  if (!answered.has('content-security-policy')) answered.set('content-security-policy', NO_CONTENT_POLICY);
  return answered;
}

function bodyOf(request: Request, { body }: Dispatcher.ResponseData): ReadableStream<Uint8Array> | null {
  if (request.method === 'HEAD') {
    body.resume();
    return null;
  }
  return Readable.toWeb(body) as ReadableStream<Uint8Array>;
}
