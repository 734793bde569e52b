/**
 * Reads a source file in parts: plain or gzip (by its first bytes), JSON or NDJSON (by its name, or by its lines where
 * the name is wrong). JSON is one part, completely in memory; NDJSON, of any length, is split into parts of some lines.
 */

import { withHead } from '#fhir/import/source/join-first-piece.ts';
import { beginsWithResource } from '#fhir/import/source/line-entries.ts';
import {
  FhirFileError,
  parseSourceFile,
  parseSourceLines,
  type Reading,
  type SourceFile,
} from '#fhir/import/source/source-file.ts';
import { NotUnicode, type SourceLine, sourceLines, sourceTexts } from '#fhir/import/source/source-lines.ts';
import type { ImportSource } from '#imports/import-source.ts';
import { gunzipped, isGzip } from './gunzip.ts';

/** File extensions to search a folder for. */
export const SOURCE_EXTENSIONS = ['.json', '.ndjson', '.jsonl'].flatMap((name) => [name, `${name}.gz`]);

/** Limit of an unpacked JSON file. */
const TEXT_MAX_CHARS = 512 * 1024 * 1024;
/** A part ends at whichever limit is reached first. */
const PART_MAX_LINES = 500;
const PART_MAX_CHARS = 8 * 1024 * 1024;

/**
 * Parts before an error are valid.
 * @throws FhirFileError when the content does not match the file's name; Error when it cannot be read.
 */
export async function* readSourceFile(source: ImportSource, reading: Reading): AsyncGenerator<SourceFile> {
  if (/\.(?:ndjson|jsonl)(?:\.gz)?$/i.test(source.name)) {
    for await (const { lines, first } of partsOf(sourceLines(unpacked(source))))
      yield await parseSourceLines(lines, first, reading);
    return;
  }
  try {
    yield await parseSourceFile(await wholeText(source), reading);
  } catch (error) {
    // NDJSON is often named .json; undecodable bytes then affect only a line.
    if (!(error instanceof NotUnicode)) throw error;
    const lines: SourceLine[] = [];
    for await (const some of sourceLines(unpacked(source))) for (const line of some) lines.push(line);
    if (!beginsWithResource(lines)) throw error;
    yield await parseSourceLines(lines, 1, reading);
  }
}

async function wholeText(source: ImportSource): Promise<string> {
  let whole = '';
  for await (const text of sourceTexts(unpacked(source))) {
    whole += text;
    if (whole.length > TEXT_MAX_CHARS) throw new FhirFileError('This file is larger than an import reads.');
  }
  return whole;
}

interface Part {
  readonly lines: readonly SourceLine[];
  /** Number of the first line, from 1. */
  readonly first: number;
}

async function* partsOf(lists: AsyncIterable<readonly SourceLine[]>): AsyncGenerator<Part> {
  let first = 1;
  let lines: SourceLine[] = [];
  let chars = 0;
  for await (const list of lists) {
    for (const line of list) {
      lines.push(line);
      chars += line?.length ?? 0;
      if (lines.length < PART_MAX_LINES && chars < PART_MAX_CHARS) continue;
      yield { lines, first };
      first += lines.length;
      lines = [];
      chars = 0;
    }
  }
  yield { lines, first };
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
