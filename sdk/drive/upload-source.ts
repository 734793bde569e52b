/**
 * Where the bytes of an upload come from: a Blob, bytes in memory, a stream, or (Node) a file.
 * A source that can be read again lets a failed request or part be repeated; a stream cannot.
 */
import { IntegrityError } from '#sdk/errors.ts';
import { assertGiven } from '#sdk/http/given.ts';

export interface UploadSource {
  /** Undefined where a stream does not know its length. */
  readonly size: number | undefined;
  readonly name: string | undefined;
  readonly mime_type: string | undefined;
  readonly repeatable: boolean;
  /** Bytes `start` (inclusive) to `end` (exclusive); a stream must be read in order, once. */
  readonly read: (start: number, end: number) => AsyncIterable<Uint8Array>;
  /** The same range as a Blob, where there is one: what a browser can send with progress. */
  readonly slice?: (start: number, end: number) => Blob;
}

/** What `upload` takes. A text is the path of a file (Node only). */
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
 * A stream, read once and in order. With `size` it may become a resumable transfer, whose parts are
 * buffered one at a time; without, it goes in one request of unknown length. A stream that is longer or shorter
 * than its size ends in an error before its last piece leaves: it would be a file cut off.
 */
export function streamSource(stream: AsyncIterable<Uint8Array>, size?: number): UploadSource {
  const iterator = stream[Symbol.asyncIterator]();
  let left: Uint8Array = new Uint8Array(0);
  let at = 0;

  /** Fills `left`. @returns whether there was more */
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

/** A Blob whose every reading is the same bytes, made of one range of any source. */
export async function bufferSourceRange(
  source: UploadSource,
  start: number,
  end: number,
): Promise<UploadSource> {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  for await (const piece of source.read(start, end)) pieces.push(new Uint8Array(piece));
  return blobSource(new Blob(pieces));
}

/** Reads a web stream piece by piece and cancels it when the reader leaves early. */
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

/** The reverse: a web stream that pulls from an iterator. (`ReadableStream.from` is missing in Chromium.) */
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

/** Reads to the end and keeps nothing. */
export async function drain(pieces: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const _piece of pieces) {
    // Whoever stands between has seen it.
  }
}

/** Whoever writes JavaScript may hand in anything. */
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
