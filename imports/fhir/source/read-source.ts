/**
 * Reads a source file as it comes: plain or gzip (told by its first bytes), JSON or NDJSON (told by its name, and by
 * its lines where the name is wrong). JSON is one part and lies in memory whole; NDJSON, which has no end to its
 * length, is handed on in parts of some lines.
 */
import type { ImportSource } from '#imports/import-source.ts';
import { markOf, wideCharsetOf } from '#records/decoded-text.ts';
import {
  FhirFileError,
  parseSourceFile,
  parseSourceLines,
  type Reading,
  type SourceFile,
} from './source-file.ts';
import { gunzipped, isGzip } from './unpacked.ts';

/** What a folder is searched for. */
export const SOURCE_EXTENSIONS = ['.json', '.ndjson', '.jsonl'].flatMap((name) => [name, `${name}.gz`]);

/** Of a JSON file, unpacked; a longer one is refused. */
const TEXT_MAX_CHARS = 512 * 1024 * 1024;
/** Of one line: a resource with a large PDF in it. */
const LINE_MAX_CHARS = 128 * 1024 * 1024;
/** A part ends with whichever it reaches first. */
const PART_MAX_LINES = 500;
const PART_MAX_CHARS = 8 * 1024 * 1024;
/** By these the charset is told. */
const HEAD_BYTES = 4;

/**
 * What came before an error is good.
 * @throws FhirFileError when the file is not what its name says; Error when it cannot be read.
 */
export async function* readSourceFile(source: ImportSource, reading: Reading): AsyncGenerator<SourceFile> {
  const texts = textsOf(source);
  if (/\.(?:ndjson|jsonl)(?:\.gz)?$/i.test(source.name)) {
    for await (const { lines, first } of linesOf(texts)) yield await parseSourceLines(lines, first, reading);
    return;
  }
  let whole = '';
  for await (const text of texts) {
    whole += text;
    if (whole.length > TEXT_MAX_CHARS) throw new FhirFileError('This file is larger than an import reads.');
  }
  yield await parseSourceFile(whole, reading);
}

interface Lines {
  readonly lines: readonly string[];
  /** The number of the first one, counted from 1. */
  readonly first: number;
}

async function* linesOf(texts: AsyncIterable<string>): AsyncGenerator<Lines> {
  let first = 1;
  let lines: string[] = [];
  let chars = 0;
  let rest = '';
  for await (const text of texts) {
    // Only what is new is looked through: a line without an end would be looked through with each piece.
    const [head = '', ...pieces] = text.split('\n');
    rest += head;
    if (rest.length > LINE_MAX_CHARS)
      throw new FhirFileError('A line of this file is longer than an import reads.');
    if (pieces.length === 0) continue;
    const whole = [rest, ...pieces.slice(0, -1)];
    rest = pieces.at(-1) ?? '';
    for (const line of whole) {
      lines.push(line);
      chars += line.length;
      if (lines.length < PART_MAX_LINES && chars < PART_MAX_CHARS) continue;
      yield { lines, first };
      first += lines.length;
      lines = [];
      chars = 0;
    }
  }
  yield { lines: [...lines, rest], first };
}

/** UTF-8, or UTF-16 as its first bytes say. FHIR knows no other, so that other bytes are no letters to guess. */
async function* textsOf(source: ImportSource): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined;
  for await (const piece of withHead(unpacked(source), HEAD_BYTES)) {
    decoder ??= new TextDecoder(markOf(piece) ?? wideCharsetOf(piece.subarray(0, HEAD_BYTES)) ?? 'utf-8', {
      fatal: true,
    });
    yield decoded(decoder, piece);
  }
  yield decoded(decoder ?? new TextDecoder(), undefined);
}

/** @throws FhirFileError */
function decoded(decoder: TextDecoder, piece: Uint8Array | undefined): string {
  try {
    return piece === undefined ? decoder.decode() : decoder.decode(piece, { stream: true });
  } catch (cause) {
    throw new FhirFileError('This file has bytes that are not UTF-8. Save it as UTF-8 and import it again.', {
      cause,
    });
  }
}

async function* unpacked(source: ImportSource): AsyncGenerator<Uint8Array> {
  const pieces = withHead(source.pieces(), 2);
  const start = await pieces.next();
  if (start.done) return;
  const all = async function* (): AsyncGenerator<Uint8Array> {
    yield start.value;
    yield* pieces;
  };
  if (!isGzip(start.value)) {
    yield* all();
    return;
  }
  try {
    yield* gunzipped(all());
  } catch (cause) {
    throw new FhirFileError('This gzip file is damaged.', { cause });
  }
}

/** The same bytes, the first piece of at least so many where there are as many. */
async function* withHead(pieces: AsyncIterable<Uint8Array>, count: number): AsyncGenerator<Uint8Array> {
  let head: number[] | undefined = [];
  for await (const piece of pieces) {
    if (head === undefined) {
      yield piece;
    } else if (head.length === 0 && piece.length >= count) {
      yield piece;
      head = undefined;
    } else {
      head.push(...piece.subarray(0, count));
      if (head.length >= count) {
        yield Uint8Array.from([...head, ...piece.subarray(count)]);
        head = undefined;
      }
    }
  }
  if (head !== undefined && head.length > 0) yield Uint8Array.from(head);
}
