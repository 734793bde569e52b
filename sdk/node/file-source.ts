/** Local file as the source of an upload. */
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { UploadSource } from '#sdk/drive/upload-source.ts';
import { IntegrityError } from '#sdk/errors.ts';

/** Large reads, so that the file system is not the bottleneck. */
const READ_BYTES = 256 * 1024;

/**
 * Reading fails if the file was changed since it was opened, because the sent parts would not match.
 * @throws Error if the path is not a regular file.
 */
export async function fileSource(path: string): Promise<UploadSource> {
  const info = await stat(path, { bigint: true }).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' ? new Error(`There is no file ${path}.`, { cause: error }) : error;
  });
  if (!info.isFile()) throw new Error(`${path} is not a file.`);
  const size = Number(info.size);
  return { size, name: basename(path), mime_type: undefined, repeatable: true, read };

  async function* read(start: number, end: number): AsyncGenerator<Uint8Array> {
    if (end <= start) return;
    let bytes = 0;
    const stream = createReadStream(path, { start, end: end - 1, highWaterMark: READ_BYTES });
    for await (const piece of stream) {
      if (!(piece instanceof Uint8Array)) continue;
      bytes += piece.length;
      // Checked before the last piece, because afterwards the upload would be complete.
      if (bytes >= end - start) await assertUnchanged();
      yield piece;
    }
    if (bytes < end - start)
      throw new IntegrityError(
        `${path} became shorter while it was being sent. Send it again once it is written.`,
      );
  }

  async function assertUnchanged(): Promise<void> {
    const now = await stat(path, { bigint: true });
    if (now.size === info.size && now.mtimeNs === info.mtimeNs && now.ino === info.ino) return;
    throw new IntegrityError(`${path} changed while it was being sent. Send it again once it is written.`);
  }
}
