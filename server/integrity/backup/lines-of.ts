/** The lines of a text as long as a disk, one after the other. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { VaultError } from '#contract/errors/vault-error.ts';
import { openRegularFile } from '#server/system/files/open-regular-file.ts';

const READ_AT_ONCE = 64 * 1024;
/** Far above any line there is: what has none that end is no such text. */
const LINE_MAX_CHARS = 64 * 1024;

/**
 * Lines of a UTF-8 file, read in pieces; the event loop gets a turn between two. `onBytes` gets every byte in order, as
 * for a hash. @throws protocol_error on a line without end or one that is cut off; errors of the file system
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
    if (rest.length > LINE_MAX_CHARS) throw new VaultError('protocol_error', 'A line has no end.');
    yield* lines;
    await nextTurn();
  }
  if (rest !== '') throw new VaultError('protocol_error', 'The last line is cut off.');
}
