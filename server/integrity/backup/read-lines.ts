/** Reads a text file of any size line by line. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { VaultError } from '#contract/errors/vault-error.ts';
import { openRegularFile } from '#server/system/files/open-regular-file.ts';

const READ_AT_ONCE = 64 * 1024;
/** Longest accepted line; a longer one means the file is no such list. */
const LINE_MAX_CHARS = 64 * 1024;

/**
 * Yields the lines of a UTF-8 file read in chunks, with a turn of the event loop between two. `onBytes` gets every byte
 * in order, for hashing. @throws protocol_error on an endless or truncated line; errors of the file system
 */
export async function* linesOf(
  file: string,
  onBytes: (bytes: Uint8Array) => void,
): AsyncGenerator<string, void, undefined> {
  const text = new TextDecoder('utf-8', { fatal: true });
  let rest = '';
  const source = (await openRegularFile(file)).createReadStream({ highWaterMark: READ_AT_ONCE });
  for await (const bytes of source) {
    onBytes(bytes);
    const lines = (rest + text.decode(bytes, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > LINE_MAX_CHARS)
      throw new VaultError('protocol_error', 'A list of the backup is damaged: one line has no end.');
    yield* lines;
    await nextTurn();
  }
  if (rest !== '')
    throw new VaultError('protocol_error', 'A list of the backup is damaged: its last line is cut off.');
}
