/** Reads a source file as text: plain or gzip (told by its first bytes), JSON or NDJSON (told by its name). */
import type { ImportSource, Sha256Hex } from '#imports/import-source.ts';
import { FhirFileError, parseSourceFile, type SourceFile } from './source-file.ts';

/** What a folder is searched for. */
export const SOURCE_EXTENSIONS = ['.json', '.ndjson', '.jsonl'].flatMap((name) => [name, `${name}.gz`]);

/** Unpacked; a file that becomes larger is refused. */
const UNPACKED_MAX_BYTES = 512 * 1024 * 1024;

/** `exact`: as `parseSourceFile` takes it. @throws FhirFileError when the file is not what its name says; Error when it cannot be read. */
export async function readSourceFile(
  source: ImportSource,
  sha256Hex: Sha256Hex,
  exact = false,
): Promise<SourceFile> {
  const bytes = await source.bytes();
  const plain =
    bytes[0] === 0x1f && bytes[1] === 0x8b ? await unpacked(bytes) : new Blob([new Uint8Array(bytes)]);
  const format = /\.(?:ndjson|jsonl)(?:\.gz)?$/i.test(source.name) ? 'ndjson' : 'json';
  return parseSourceFile(await plain.text(), sha256Hex, { format, exact });
}

async function unpacked(bytes: Uint8Array): Promise<Blob> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  try {
    const stream = new Blob([new Uint8Array(bytes)]).stream().pipeThrough(new DecompressionStream('gzip'));
    const reader = stream.getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      length += part.value.length;
      if (length > UNPACKED_MAX_BYTES) throw new RangeError('larger than an import reads');
      parts.push(part.value);
    }
  } catch (cause) {
    throw new FhirFileError('This gzip file is damaged, or larger than an import reads.', { cause });
  }
  return new Blob(parts);
}
