import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { boundedText } from '#sdk/node/transport/bounded-text.ts';

test('a response is read as UTF-8, whatever its pieces cut', async () => {
  const bytes = Buffer.from('Größe €');
  const body = Readable.from([...bytes].map((byte) => Buffer.of(byte)));
  expect(await boundedText(body)).toBe('Größe €');
});

test('a response without an end is left at its bound', async () => {
  let sent = 0;
  const body = new Readable({
    read() {
      sent += 1;
      this.push(Buffer.alloc(65_536));
    },
  });
  await expect(boundedText(body, 1_000_000)).rejects.toThrow('longer than any response');
  expect(body.destroyed).toBe(true);
  expect(sent).toBeLessThan(40);
});
