import { createWriteStream, type WriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { FILE_MODE } from '#cli/file-modes.ts';

/**
 * Creates the file that is renamed once it is complete. Anybody may write into the folder a person names, so what has
 * the name is removed: a link would be written through, and a named pipe waited for.
 */
export async function createPartFile(path: string): Promise<WriteStream> {
  await rm(path, { force: true });
  return createWriteStream(path, { mode: FILE_MODE, flags: 'wx' });
}
