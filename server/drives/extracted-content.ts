/** Content read out of a file, as a response: bytes in memory, or a range of the file itself. */
import type { Actor } from '#server/identity/actor/actor.ts';
import type { NodeRow } from '#server/storage/drives/node-row.ts';
import { type ByteRange, parseByteRange } from './blobs/byte-range.ts';
import { streamChunks } from './blobs/stream-chunks.ts';
import type { DrivesCore } from './drives-shared-stores.ts';
import type { ContentRequest, NodeContent } from './file-content.ts';
import { assertStored } from './renditions/processing-queue.ts';
import { openPlain, type PlainFile } from './renditions/processing-work.ts';

/** DICOM file opened for what it contains, with its name. */
export interface OpenedObject {
  readonly file: PlainFile;
  readonly name: string;
}

/** Opens a DICOM file for what it contains; undefined for any other file. */
export function openObject(core: DrivesCore, actor: Actor, row: NodeRow): OpenedObject | undefined {
  assertStored(row);
  if (row.media_kind !== 'dicom') return undefined;
  const file = openPlain(core, actor.keyRing, row);
  return { file, name: core.keeper.nameOf(actor.keyRing, row) };
}

export interface ExtractedContent {
  readonly name: string;
  readonly mime_type: string;
  /** Changes with the content. */
  readonly etag: string;
  readonly size: number;
  readonly read: (range: ByteRange) => AsyncIterable<Uint8Array>;
}

/** @throws invalid_request for bad ranges */
export function extractedContent(
  actor: Actor,
  { read, ...content }: ExtractedContent,
  request: ContentRequest,
): NodeContent {
  const header =
    request.ifRange === undefined || request.ifRange === content.etag ? request.range : undefined;
  const range = parseByteRange(header, content.size);
  const wanted = range ?? { start: 0, end: content.size };
  return {
    ...content,
    range,
    sendTo: (sink) => streamChunks(reported(read(wanted), request.onActivity), sink, actor.signal),
    close: async () => undefined,
  };
}

async function* reported(
  runs: AsyncIterable<Uint8Array>,
  onActivity: (() => void) | undefined,
): AsyncGenerator<Uint8Array, void, undefined> {
  for await (const run of runs) {
    onActivity?.();
    yield run;
  }
}

/** Yields a range of bytes in memory. */
export async function* readBytes(
  bytes: Uint8Array,
  { start, end }: ByteRange,
): AsyncGenerator<Uint8Array, void, undefined> {
  yield bytes.subarray(start, end);
}
