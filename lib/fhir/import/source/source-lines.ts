/**
 * Decodes a source file in pieces: UTF-8, or UTF-16 by its byte order mark. FHIR allows no other encoding: a line with
 * invalid bytes is skipped, and the others are read.
 */
import { markOf, wideCharsetOf } from '#records/decoded-text.ts';
import { FhirFileError } from './bundle-entries.ts';
import { withHead } from './join-first-piece.ts';

/** Line of a source file; null where its bytes are not UTF-8. */
export type SourceLine = string | null;

/** The file's bytes are not in its declared encoding. */
export class NotUnicode extends FhirFileError {}

/** Bytes that determine the charset. */
const HEAD_BYTES = 4;
/** Largest line: enough for a resource with a large PDF. */
const LINE_MAX_BYTES = 128 * 1024 * 1024;
const LINE_FEED = 0x0a;

/** Decodes a file piece by piece. @throws NotUnicode at the first invalid byte. */
export async function* sourceTexts(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined;
  for await (const piece of withHead(pieces, HEAD_BYTES)) {
    decoder ??= new TextDecoder(charsetOf(piece), { fatal: true });
    yield decoded(decoder, piece);
  }
  yield decoded(decoder ?? new TextDecoder(), undefined);
}

/**
 * Yields lines in batches, the file's last one last.
 * @throws FhirFileError where one exceeds the limit; NotUnicode where a UTF-16 file is damaged.
 */
export async function* sourceLines(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<readonly SourceLine[]> {
  const all = withHead(pieces, HEAD_BYTES);
  const start = await all.next();
  if (start.done) return;
  const whole = async function* (): AsyncGenerator<Uint8Array> {
    yield start.value;
    yield* all;
  };
  yield* charsetOf(start.value) === 'utf-8' ? linesOfUtf8(whole()) : linesOfTexts(sourceTexts(whole()));
}

/** Splits bytes at line feeds before decoding, which is safe in UTF-8. */
async function* linesOfUtf8(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<readonly SourceLine[]> {
  let rest: Uint8Array[] = [];
  let restBytes = 0;
  for await (const piece of pieces) {
    const end = piece.lastIndexOf(LINE_FEED);
    if (end !== -1) {
      yield linesIn(joined([...rest, piece.subarray(0, end)]));
      rest = [];
      restBytes = 0;
    }
    // Copied, because the reader may use the same buffer again.
    rest.push(piece.slice(end + 1));
    restBytes += piece.length - end - 1;
    checkLength(restBytes);
  }
  yield linesIn(joined(rest));
}

async function* linesOfTexts(texts: AsyncIterable<string>): AsyncGenerator<readonly SourceLine[]> {
  let rest = '';
  for await (const text of texts) {
    // Searches only new bytes, because an endless line would otherwise be searched again with each piece.
    const [head = '', ...pieces] = text.split('\n');
    rest += head;
    checkLength(rest.length);
    if (pieces.length === 0) continue;
    yield [rest, ...pieces.slice(0, -1)];
    rest = pieces.at(-1) ?? '';
  }
  yield [rest];
}

function linesIn(bytes: Uint8Array): SourceLine[] {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const text = textOf(decoder, bytes);
  if (text !== null) return text.split('\n');
  const lines: SourceLine[] = [];
  for (let at = 0; at <= bytes.length; ) {
    const end = bytes.indexOf(LINE_FEED, at);
    const next = end === -1 ? bytes.length : end;
    lines.push(textOf(decoder, bytes.subarray(at, next)));
    at = next + 1;
  }
  return lines;
}

function textOf(decoder: TextDecoder, bytes: Uint8Array): string | null {
  try {
    return decoder.decode(bytes);
  } catch {
    return null;
  }
}

function charsetOf(head: Uint8Array): string {
  return markOf(head) ?? wideCharsetOf(head.subarray(0, HEAD_BYTES)) ?? 'utf-8';
}

function decoded(decoder: TextDecoder, piece: Uint8Array | undefined): string {
  try {
    return piece === undefined ? decoder.decode() : decoder.decode(piece, { stream: true });
  } catch (cause) {
    throw new NotUnicode('This file has bytes that are not UTF-8. Save it as UTF-8 and import it again.', {
      cause,
    });
  }
}

function checkLength(length: number): void {
  if (length > LINE_MAX_BYTES) throw new FhirFileError('A line of this file is longer than an import reads.');
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const [only] = parts;
  if (only !== undefined && parts.length === 1) return only;
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
