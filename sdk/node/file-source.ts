/** A file of this computer as the source of an upload. */
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { UploadSource } from '#sdk/drive/upload-source.ts';

/** Big reads keep the sealing server, not the file system, the slowest part. */
const READ_BYTES = 256 * 1024;

/** @throws Error when the path is no regular file. */
export async function fileSource(path: string): Promise<UploadSource> {
  const info = await stat(path);
  if (!info.isFile()) throw new Error(`${path} is not a file.`);
  const { size } = info;
  return { size, name: basename(path), mime_type: undefined, repeatable: true, read };

  async function* read(start: number, end: number): AsyncGenerator<Uint8Array> {
    if (end <= start) return;
    let bytes = 0;
    const stream = createReadStream(path, { start, end: end - 1, highWaterMark: READ_BYTES });
    for await (const piece of stream) {
      if (!(piece instanceof Uint8Array)) continue;
      bytes += piece.length;
      yield piece;
    }
    if (bytes < end - start) throw new Error(`${path} became shorter while it was being sent.`);
  }
}
