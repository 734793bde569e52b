/**
 * Downloads a file as a stream with progress, byte count and hash. A broken connection resumes from the last byte
 * with a range request, if the file is unchanged.
 * Source: choices, "Drives" (content, Range, ETag).
 */
import type { ContentVariant } from '#contract/drives/node.ts';
import { DRIVE_ROUTES } from '#contract/drives/routes.ts';
import {
  APIConnectionError,
  APIConnectionTimeoutError,
  APIUserAbortError,
  IntegrityError,
} from '#sdk/errors.ts';
import type { CallOptions } from '#sdk/http/call.ts';
import type { HttpExchange, StreamResponse } from '#sdk/http/send-call.ts';
import type { Progress } from './upload-options.ts';
import { readStream, streamOf } from './upload-source.ts';

export interface DownloadOptions extends CallOptions {
  readonly onProgress?: (progress: Progress) => void;
  /** Expected SHA-256 in lower-case hex; the download fails at its end if it differs. */
  readonly sha256?: string | undefined;
  /** Picture made of the file, or the text or document in a DICOM object, to download instead. */
  readonly variant?: ContentVariant;
  /** Bytes `start` to `end`, both inclusive; without `end` to the end of the file. */
  readonly range?: { readonly start: number; readonly end?: number };
}

export interface FileDownload extends AsyncIterable<Uint8Array> {
  /** Number of bytes in the response. */
  readonly size: number;
  readonly mime_type: string;
  readonly etag: string | undefined;
  /** Stream for `pipeTo` and the file system picker; read either this or the iterable, once. */
  readonly stream: () => ReadableStream<Uint8Array>;
  readonly bytes: () => Promise<Uint8Array<ArrayBuffer>>;
  readonly blob: () => Promise<Blob>;
  /** SHA-256 of the bytes read, in lower-case hex; undefined before the end, or if it was too much to hash. */
  readonly sha256: () => string | undefined;
}

/** Consecutive interruptions without a byte in between after which the download fails. */
const RESUMES_WITHOUT_PROGRESS = 3;

export async function openDownload(
  exchange: HttpExchange,
  params: { readonly sg: string; readonly node_id: string },
  options: DownloadOptions = {},
): Promise<FileDownload> {
  const first = options.range?.start ?? 0;
  const open = (start: number) => {
    const range =
      start === 0 && options.range === undefined
        ? {}
        : { range: `bytes=${start}-${options.range?.end ?? ''}` };
    return exchange.stream(DRIVE_ROUTES.getContent, {
      params,
      query: options.variant === undefined ? {} : { variant: options.variant },
      headers: { accept: '*/*', ...range },
      options,
    });
  };
  let current: StreamResponse = await open(first);
  const size = contentLength(current);
  const etag = current.answer.header('etag') ?? undefined;
  const hash = exchange.transport.createSha256();
  let digest: string | undefined;

  async function reopen(loaded: number): Promise<void> {
    current = await open(first + loaded);
    if ((current.answer.header('etag') ?? undefined) === etag) return;
    current.deadline.stop();
    throw new IntegrityError('The file was replaced while it was being read. Download it again.');
  }

  async function* read(): AsyncGenerator<Uint8Array> {
    let loaded = 0;
    let failures = 0;
    do {
      try {
        for await (const piece of readStream(current.answer.stream())) {
          failures = 0;
          loaded += piece.length;
          current.deadline.extend();
          hash.update(piece);
          options.onProgress?.({ loaded, total: size });
          yield piece;
        }
        if (loaded < size) throw new APIConnectionError('The file ended early. Download it again.');
      } catch (error) {
        const failure = connectionFailure(current.deadline.explain(error));
        failures += 1;
        if (failures > RESUMES_WITHOUT_PROGRESS || !isResumable(failure)) throw failure;
        await reopen(loaded);
      } finally {
        current.deadline.stop();
      }
    } while (loaded < size);
    digest = await hash.digest();
    if (loaded !== size)
      throw new IntegrityError('The file is longer than the vault said. Download it again.');
    if (options.sha256 !== undefined && digest !== options.sha256) {
      throw new IntegrityError('The file has another SHA-256 than expected. Download it again.');
    }
  }

  async function blob(): Promise<Blob> {
    const pieces: Uint8Array<ArrayBuffer>[] = [];
    for await (const piece of read()) pieces.push(new Uint8Array(piece));
    return new Blob(pieces, { type: mimeType(current) });
  }

  return {
    size,
    mime_type: mimeType(current),
    etag,
    [Symbol.asyncIterator]: read,
    stream: () => streamOf(read()),
    bytes: async () => new Uint8Array(await (await blob()).arrayBuffer()),
    blob,
    sha256: () => digest,
  };
}

function contentLength({ answer }: StreamResponse): number {
  const length = Number(answer.header('content-length'));
  if (answer.header('content-length') === null || !Number.isSafeInteger(length)) {
    throw new IntegrityError('The vault did not send the length of the file.');
  }
  return length;
}

function mimeType({ answer }: StreamResponse): string {
  return answer.header('content-type') ?? 'application/octet-stream';
}

/** Converts stream errors to connection errors; our own errors stay. */
function connectionFailure(error: unknown): unknown {
  const own = [APIConnectionError, APIUserAbortError, IntegrityError].some((type) => error instanceof type);
  return own
    ? error
    : new APIConnectionError('The connection was lost during the download. Try again.', { cause: error });
}

function isResumable(error: unknown): boolean {
  return error instanceof APIConnectionError && !(error instanceof APIConnectionTimeoutError);
}
