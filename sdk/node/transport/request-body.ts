/** Streams the bytes of a request body for undici, with their length if known. */
import { randomUUID } from 'node:crypto';
import type { RequestBody } from '#sdk/transport.ts';

export interface EncodedBody {
  readonly body: string | AsyncIterable<Uint8Array>;
  readonly headers: Readonly<Record<string, string>>;
}

export function encodeBody(body: RequestBody, onSent: ((bytes: number) => void) | undefined): EncodedBody {
  if (body.kind === 'json') return { body: body.text, headers: {} };
  if (body.kind === 'bytes') {
    return {
      body: counted(body.source.read(body.start, body.end), onSent),
      headers: { 'content-length': String(body.end - body.start) },
    };
  }
  return encodeMultipart(body, onSent);
}

type MultipartBody = Extract<RequestBody, { kind: 'multipart' }>;

function encodeMultipart(body: MultipartBody, onSent: ((bytes: number) => void) | undefined): EncodedBody {
  const boundary = `srvault-${randomUUID()}`;
  const fields = Object.entries(body.fields)
    .map(
      ([name, value]) =>
        `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    )
    .join('');
  const head = Buffer.from(
    `${fields}--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${escapeName(body.file_name)}"\r\n` +
      `content-type: ${body.mime_type}\r\n\r\n`,
  );
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`);
  const { size } = body.source;

  async function* pieces(): AsyncGenerator<Uint8Array> {
    yield head;
    yield* counted(body.source.read(0, size ?? Number.MAX_SAFE_INTEGER), onSent);
    yield tail;
  }
  return {
    body: pieces(),
    headers: {
      'content-type': `multipart/form-data; boundary=${boundary}`,
      ...(size === undefined ? {} : { 'content-length': String(head.length + size + tail.length) }),
    },
  };
}

/** Wraps an error of an upload's source while it passes through the connection. */
export class SourceFailure extends Error {
  override readonly name = 'SourceFailure';
}

/** Escapes as browsers do (WHATWG HTML, "multipart/form-data encoding algorithm"). */
function escapeName(name: string): string {
  return name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

async function* counted(
  pieces: AsyncIterable<Uint8Array>,
  onSent: ((bytes: number) => void) | undefined,
): AsyncGenerator<Uint8Array> {
  let sent = 0;
  const iterator = pieces[Symbol.asyncIterator]();
  try {
    for (;;) {
      const step = await nextOf(iterator);
      if (step.done) return;
      yield step.value;
      sent += step.value.length;
      onSent?.(sent);
    }
  } finally {
    await iterator.return?.();
  }
}

async function nextOf(iterator: AsyncIterator<Uint8Array>): Promise<IteratorResult<Uint8Array>> {
  try {
    return await iterator.next();
  } catch (error) {
    throw new SourceFailure('The source of the upload failed. Check it, then upload again.', {
      cause: error,
    });
  }
}
