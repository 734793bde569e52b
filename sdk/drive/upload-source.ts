/**
 * Source of an upload's bytes: a Blob, memory, a stream or (Node) a file. A source that can be read again allows
 * retries; a stream does not.
 */
import { IntegrityError } from '#sdk/errors.ts';
import { assertGiven } from '#sdk/http/argument-checks.ts';

export interface UploadSource {
  /** Number of bytes of the source; undefined if a stream does not know its length. */
  readonly size: number | undefined;
  readonly name: string | undefined;
  readonly mime_type: string | undefined;
  readonly repeatable: boolean;
  /** Reads bytes `start` (inclusive) to `end` (exclusive); a stream only in order and once. */
  readonly read: (start: number, end: number) => AsyncIterable<Uint8Array>;
  /** Returns the same range as a Blob, which a browser can send with progress. */
  readonly slice?: (start: number, end: number) => Blob;
}

/** Input of `upload`. A string is the path of a file (Node only). */
export type UploadInput = UploadSource | Blob | Uint8Array | ArrayBuffer | AsyncIterable<Uint8Array> | string;

export function blobSource(blob: Blob): UploadSource {
  return {
    size: blob.size,
    name: blob instanceof File ? blob.name : undefined,
    mime_type: blob.type === '' ? undefined : blob.type,
    repeatable: true,
    read: (start, end) => readStream(blob.slice(start, end).stream()),
    slice: (start, end) => blob.slice(start, end),
  };
}

export function bytesSource(bytes: Uint8Array): UploadSource {
  return blobSource(new Blob([new Uint8Array(bytes)]));
}

/**
 * Source of a stream, read once and in order. With `size` it may become a resumable transfer with one buffered part
 * at a time; otherwise it is one request of unknown length. A stream of another length than its size fails before its
 * last piece is sent, because the file would be cut off.
 */
export function streamSource(stream: AsyncIterable<Uint8Array>, size?: number): UploadSource {
  const iterator = stream[Symbol.asyncIterator]();
  let left: Uint8Array = new Uint8Array(0);
  let at = 0;

  /** Fills `left`. @returns true if there was more */
  async function more(): Promise<boolean> {
    while (left.length === 0) {
      const step = await iterator.next();
      if (step.done) return false;
      assertGiven(
        step.value instanceof Uint8Array,
        'upload takes a stream of bytes: each piece a Uint8Array.',
      );
      left = step.value;
    }
    return true;
  }

  const tooLong = () => new IntegrityError(`The stream has more than the ${size} bytes it was said to have.`);

  async function* read(start: number, end: number): AsyncGenerator<Uint8Array> {
    let wanted = end - start;
    if (size === 0 && (await more())) throw tooLong();
    while (wanted > 0) {
      if (!(await more())) {
        if (size === undefined) return;
        throw new IntegrityError(`The stream ended after ${at} bytes of the ${size} it was said to have.`);
      }
      const piece = left.subarray(0, Math.min(left.length, wanted));
      left = left.subarray(piece.length);
      wanted -= piece.length;
      at += piece.length;
      if (at === size && (await more())) throw tooLong();
      yield piece;
    }
  }
  return { size, name: undefined, mime_type: undefined, repeatable: false, read };
}

/** Creates a Blob of one range, which can be read repeatedly. */
export async function bufferSourceRange(
  source: UploadSource,
  start: number,
  end: number,
): Promise<UploadSource> {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  for await (const piece of source.read(start, end)) pieces.push(new Uint8Array(piece));
  return blobSource(new Blob(pieces));
}

/** Reads a web stream piece by piece; cancels it if the reader stops early. */
export async function* readStream(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader();
  try {
    for (;;) {
      const step = await reader.read();
      if (step.done) return;
      yield step.value;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** Creates a web stream from an iterator, because Chromium lacks `ReadableStream.from`. */
export function streamOf<Bytes extends Uint8Array>(pieces: AsyncGenerator<Bytes>): ReadableStream<Bytes> {
  return new ReadableStream({
    pull: async (controller) => {
      const step = await pieces.next();
      if (step.done) controller.close();
      else controller.enqueue(step.value);
    },
    cancel: async () => {
      await pieces.return(undefined);
    },
  });
}

/** Reads to the end and discards the bytes. */
export async function drain(pieces: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const _piece of pieces) {
    // The wrapping source has counted and hashed the bytes.
  }
}

/** Checked at run time for callers in JavaScript. */
export function isUploadInput(input: unknown): input is UploadInput {
  if (typeof input === 'string') return input !== '';
  if (typeof input !== 'object' || input === null) return false;
  return (
    input instanceof Blob ||
    input instanceof Uint8Array ||
    input instanceof ArrayBuffer ||
    Symbol.asyncIterator in input ||
    ('read' in input && 'repeatable' in input)
  );
}

export function isUploadSource(input: UploadInput): input is UploadSource {
  return typeof input === 'object' && 'read' in input && 'repeatable' in input;
}
