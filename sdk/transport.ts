/**
 * What carries a request: undici with a client certificate in Node, the page's own `fetch` in a browser.
 * A transport knows nothing of sessions, retries or routes; it throws `APIConnectionError` for a broken
 * connection and lets an aborted `signal` reject as it will.
 */
import type { UploadSource } from './drive/upload-source.ts';

export type RequestBody =
  | { readonly kind: 'json'; readonly text: string }
  | { readonly kind: 'bytes'; readonly source: UploadSource; readonly start: number; readonly end: number }
  | {
      readonly kind: 'multipart';
      readonly fields: Readonly<Record<string, string>>;
      readonly file_name: string;
      readonly mime_type: string;
      readonly source: UploadSource;
    };

export interface TransportRequest {
  readonly method: string;
  /** Path and query, relative to the base address. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: RequestBody | undefined;
  readonly signal: AbortSignal;
  /** Bytes of the body's content sent so far; multipart framing is not counted. */
  readonly onSent?: ((bytes: number) => void) | undefined;
}

export interface TransportResponse {
  readonly status: number;
  /** Case-insensitive; null where absent. */
  readonly header: (name: string) => string | null;
  readonly text: () => Promise<string>;
  readonly stream: () => ReadableStream<Uint8Array>;
}

/** SHA-256 over bytes as they pass. */
export interface Sha256Stream {
  readonly update: (bytes: Uint8Array) => void;
  /** Lower-case hex; undefined where this place cannot hash so much (browsers above 64 MiB). */
  readonly digest: () => Promise<string | undefined>;
}

export interface Transport {
  readonly send: (request: TransportRequest) => Promise<TransportResponse>;
  /** Files up to this many bytes go in one request, larger ones as a resumable transfer. */
  readonly singleRequestMaxBytes: number;
  readonly createSha256: () => Sha256Stream;
  /** Opens a file by its path; absent in browsers. */
  readonly openFile?: (path: string) => Promise<UploadSource>;
  /** What is sent from now on goes over new connections; absent where the browser keeps them. */
  readonly closeIdleConnections?: () => void;
  readonly close: () => Promise<void>;
}
