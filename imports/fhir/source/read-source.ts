/**
 * Reads a source file as it comes: plain or gzip (told by its first bytes), JSON or NDJSON (told by its name). JSON is
 * one part and lies in memory whole; NDJSON, which has no end to its length, is handed on in parts of some lines.
 */
import type { ImportSource, Sha256Hex } from '#imports/import-source.ts';
import { readStream, streamOf } from '#sdk/drive/upload-source.ts';
import { FhirFileError, parseSourceFile, parseSourceLines, type SourceFile } from './source-file.ts';

/** What a folder is searched for. */
export const SOURCE_EXTENSIONS = ['.json', '.ndjson', '.jsonl'].flatMap((name) => [name, `${name}.gz`]);

/** Of a JSON file or one line, unpacked; a longer one is refused. */
const TEXT_MAX_CHARS = 512 * 1024 * 1024;
/** A part ends with whichever it reaches first. */
const PART_MAX_LINES = 500;
const PART_MAX_CHARS = 8 * 1024 * 1024;

/**
 * `exact`: as `parseSourceFile` takes it. What came before an error is good.
 * @throws FhirFileError when the file is not what its name says; Error when it cannot be read.
 */
export async function* readSourceFile(
  source: ImportSource,
  sha256Hex: Sha256Hex,
  exact = false,
): AsyncGenerator<SourceFile> {
  const texts = textsOf(source);
  if (/\.(?:ndjson|jsonl)(?:\.gz)?$/i.test(source.name)) {
    for await (const { lines, first } of linesOf(texts))
      yield await parseSourceLines(lines, first, sha256Hex, exact);
    return;
  }
  let whole = '';
  for await (const text of texts) {
    whole += text;
    if (whole.length > TEXT_MAX_CHARS) throw new FhirFileError('This file is larger than an import reads.');
  }
  yield await parseSourceFile(whole, sha256Hex, exact);
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
    const pieces = (rest + text).split('\n');
    rest = pieces.pop() ?? '';
    if (rest.length > TEXT_MAX_CHARS)
      throw new FhirFileError('A line of this file is longer than an import reads.');
    for (const line of pieces) {
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

/** UTF-8, without its byte order mark. */
async function* textsOf(source: ImportSource): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  for await (const piece of unpacked(source)) yield decoder.decode(piece, { stream: true });
  yield decoder.decode();
}

async function* unpacked(source: ImportSource): AsyncGenerator<Uint8Array> {
  const packed = source.pieces()[Symbol.asyncIterator]();
  const start = await packed.next();
  if (start.done) return;
  const all = async function* () {
    yield new Uint8Array(start.value);
    for (let next = await packed.next(); !next.done; next = await packed.next())
      yield new Uint8Array(next.value);
  };
  if (start.value[0] !== 0x1f || start.value[1] !== 0x8b) {
    yield* all();
    return;
  }
  try {
    yield* readStream(streamOf(all()).pipeThrough(new DecompressionStream('gzip')));
  } catch (cause) {
    throw new FhirFileError('This gzip file is damaged.', { cause });
  }
}
