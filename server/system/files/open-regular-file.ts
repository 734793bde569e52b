import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';

/** Windows has none, and no pipes among its files. */
const NOT_WAITING = constants.O_NONBLOCK ?? 0;

/**
 * Opens a file to read it. A pipe of that name would be waited for as long as nobody writes to it, in one of the few
 * threads that read for everybody.
 * @throws as `open` does; ENOENT, too, where something other than a file has that name
 */
export async function openRegularFile(path: string): Promise<FileHandle> {
  const handle = await open(path, constants.O_RDONLY | NOT_WAITING);
  try {
    if ((await handle.stat()).isFile()) return handle;
  } catch (error) {
    await handle.close();
    throw error;
  }
  await handle.close();
  throw Object.assign(new Error('This is no file.'), { code: 'ENOENT', syscall: 'open', path });
}
