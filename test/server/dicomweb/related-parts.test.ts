/** A body is read to its end, also where what stands in it is of no use: what its sender asks next comes behind it. */
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { eachPart } from '#server/dicomweb/related-parts.ts';

const PART = '--b\r\nContent-Type: application/dicom\r\n\r\nDICM\r\n';
const MORE = 'x'.repeat(256 * 1024);

/** In pieces, as a connection brings it. */
function bodyOf(...pieces: string[]): Readable {
  return Readable.from(pieces.flatMap((piece) => piece.match(/[\s\S]{1,65536}/g) ?? []).map(Buffer.from));
}

async function read(part: Readable): Promise<void> {
  for await (const _ of part);
}

test('what follows the last boundary', async () => {
  const body = bodyOf(PART, '--b--\r\n', MORE);
  await eachPart(body, 'b', read);
  await expect.poll(() => body.readableEnded).toBe(true);
});

test('what follows a part that could not be taken', async () => {
  const body = bodyOf(PART, PART, `--b\r\n\r\n${MORE}`, '\r\n--b--\r\n');
  const locked = async () => {
    throw new Error('locked');
  };
  await expect(eachPart(body, 'b', locked)).rejects.toThrow('locked');
  await expect.poll(() => body.readableEnded).toBe(true);
});

test('what follows a part without its blank line', async () => {
  const body = bodyOf('--b\r\n--b\r\n', MORE, '\r\n--b--\r\n', MORE);
  await eachPart(body, 'b', read).catch(() => undefined);
  await expect.poll(() => body.readableEnded).toBe(true);
});
