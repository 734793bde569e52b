/**
 * Carries one request of the page to the vault's loopback server and its answer back, both streamed, so a
 * file of any size passes at flat memory. Knows nothing of Electron: a Request in, a Response out.
 */
import { Readable } from 'node:stream';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';
import { type Dispatcher, request as send } from 'undici';
import type { LastSeenState } from '#sdk/node/last-seen-state.ts';

/** Written by the browser for its own purposes, or belonging to one connection only. */
const NOT_FORWARDED =
  /^(?:origin|host|connection|keep-alive|transfer-encoding|te|upgrade|expect|cookie|referer|user-agent|cache-control|pragma|sec-.*|proxy-.*|access-control-.*)$/;
const NOT_ANSWERED = new Set(['connection', 'keep-alive', 'transfer-encoding', 'set-cookie']);

/** What an answer without a policy of its own may do in a page: nothing. */
const NO_CONTENT_POLICY = "default-src 'none'; frame-ancestors 'none'";

export interface ForwardTarget {
  /**
   * Runs `send` at the vault's address, `https://name:port`; of several, at the next one while nothing of the request
   * can have arrived, or where it is `repeatable`.
   */
  readonly reach: <T>(send: (origin: string) => Promise<T>, repeatable: boolean) => Promise<T>;
  /** Presents the desktop's certificate. */
  readonly dispatcher: Dispatcher;
  /** What was seen of a vault on another machine. */
  readonly seenStates?: LastSeenState | undefined;
}

/** The one address of a vault on this computer. */
export function singleAddress(url: string): ForwardTarget['reach'] {
  return (send) => send(url);
}

/** Never rejects: an unreachable vault is an answer too, in the shape of every other error. */
export async function forwardRequest(target: ForwardTarget, request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  // The vault may become another one before the answer is here, which knows nothing of what this one says.
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

/** Touches the body with the first piece that is asked for: an address that does not answer leaves it whole. */
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
