/**
 * Browser transport: `fetch` to the same origin, and XHR for uploads with progress. Without cookies, cache and
 * redirects.
 */
import { BROWSER_SINGLE_REQUEST_MAX_BYTES } from '#contract/limits.ts';
import { bufferSourceRange } from './drive/upload-source.ts';
import { APIConnectionError } from './errors.ts';
import type {
  RequestBody,
  Sha256Stream,
  Transport,
  TransportRequest,
  TransportResponse,
} from './transport.ts';

export interface FetchTransportOptions {
  /** Base address of the vault; empty for the page's own origin. */
  readonly baseUrl?: string;
}

/** Largest size hashed, because WebCrypto cannot hash a stream and the bytes stay in memory. */
const HASH_MAX_BYTES = 64 * 1024 * 1024;

type NativeBody = string | Blob | FormData;

export function fetchTransport({ baseUrl = '' }: FetchTransportOptions = {}): Transport {
  return {
    send: async (request) => {
      const url = `${baseUrl}${request.path}`;
      const body = request.body === undefined ? undefined : await nativeBody(request.body);
      const isUpload = body !== undefined && typeof body !== 'string';
      return isUpload ? sendByXhr(url, request, body) : sendByFetch(url, request, body);
    },
    singleRequestMaxBytes: BROWSER_SINGLE_REQUEST_MAX_BYTES,
    createSha256,
    close: async () => {},
  };
}

async function nativeBody(body: RequestBody): Promise<NativeBody> {
  if (body.kind === 'json') return body.text;
  const { source } = body;
  const [start, end] =
    body.kind === 'bytes' ? [body.start, body.end] : [0, source.size ?? Number.MAX_SAFE_INTEGER];
  const blob =
    source.slice?.(start, end) ?? (await bufferSourceRange(source, start, end)).slice?.(start, end);
  if (blob === undefined) throw new TypeError('This source cannot be read.');
  if (body.kind === 'bytes') return blob;
  const form = new FormData();
  for (const [name, value] of Object.entries(body.fields)) form.append(name, value);
  form.append('file', new File([blob], body.file_name, { type: body.mime_type }));
  return form;
}

async function sendByFetch(
  url: string,
  request: TransportRequest,
  body: string | undefined,
): Promise<TransportResponse> {
  const options: RequestInit = {
    method: request.method,
    headers: { ...request.headers },
    signal: request.signal,
    redirect: 'manual',
    cache: 'no-store',
    credentials: 'omit',
    ...(body === undefined ? {} : { body }),
  };
  const response = await broken(fetch(url, options));
  return {
    status: response.status,
    header: (name) => response.headers.get(name),
    text: () => broken(response.text()),
    stream: () => response.body ?? new Blob([]).stream(),
  };
}

async function broken<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw new APIConnectionError('The connection to the vault was lost. Try again.', { cause: error });
  }
}

/** Uses XHR, because `fetch` does not report upload progress. */
function sendByXhr(
  url: string,
  request: TransportRequest,
  body: Blob | FormData,
): Promise<TransportResponse> {
  return new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest();
    const abort = () => xhr.abort();
    const fail = () => reject(new APIConnectionError('The connection to the vault was lost. Try again.'));
    xhr.open(request.method, url);
    for (const [name, value] of Object.entries(request.headers)) xhr.setRequestHeader(name, value);
    xhr.upload.onprogress = (event) => request.onSent?.(event.loaded);
    xhr.onerror = fail;
    xhr.onabort = fail;
    xhr.onload = () =>
      resolve({
        status: xhr.status,
        header: (name) => xhr.getResponseHeader(name),
        text: async () => xhr.responseText,
        stream: () => new Blob([xhr.responseText]).stream(),
      });
    xhr.onloadend = () => request.signal.removeEventListener('abort', abort);
    request.signal.addEventListener('abort', abort, { once: true });
    xhr.send(body);
  });
}

function createSha256(): Sha256Stream {
  let pieces: Uint8Array<ArrayBuffer>[] | undefined = [];
  let bytes = 0;
  return {
    update: (piece) => {
      bytes += piece.length;
      if (bytes > HASH_MAX_BYTES) pieces = undefined;
      pieces?.push(new Uint8Array(piece));
    },
    digest: async () => {
      if (pieces === undefined) return undefined;
      const digest = await crypto.subtle.digest('SHA-256', await new Blob(pieces).arrayBuffer());
      return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
    },
  };
}
