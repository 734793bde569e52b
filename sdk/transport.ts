/**
 * Interface of a transport: undici with a client certificate in Node, `fetch` in a browser. Knows no sessions,
 * retries or routes. Throws `APIConnectionError` for a broken connection; an aborted `signal` rejects as usual.
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
  /** Receives the number of content bytes sent; multipart framing is not counted. */
  readonly onSent?: ((bytes: number) => void) | undefined;
}

export interface TransportResponse {
  readonly status: number;
  /** Header by name, case-insensitive; null if absent. */
  readonly header: (name: string) => string | null;
  readonly text: () => Promise<string>;
  readonly stream: () => ReadableStream<Uint8Array>;
}

/** Incremental SHA-256. */
export interface Sha256Stream {
  readonly update: (bytes: Uint8Array) => void;
  /** Lower-case hex; undefined if the platform cannot hash so much (browsers above 64 MiB). */
  readonly digest: () => Promise<string | undefined>;
}

export interface Transport {
  readonly send: (request: TransportRequest) => Promise<TransportResponse>;
  /** Largest file sent in one request; larger ones use a resumable transfer. */
  readonly singleRequestMaxBytes: number;
  readonly createSha256: () => Sha256Stream;
  /** Opens a file by its path; undefined in browsers. */
  readonly openFile?: (path: string) => Promise<UploadSource>;
  /** Uses new connections from now on; undefined if the browser manages them. */
  readonly closeIdleConnections?: () => void;
  readonly close: () => Promise<void>;
}
