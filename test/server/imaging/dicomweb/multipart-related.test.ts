import { PassThrough } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { eachPart } from '#server/imaging/dicomweb/multipart-related.ts';

test.each([
  ['between two bytes of it', '--b\r\n\r\nhalf of it'],
  ['with another one waiting', '--b\r\n\r\none\r\n--b\r\n\r\nhalf of it'],
])(
  'a body that breaks off %s ends every part for its reader, who can put away what it made',
  async (_what, sent) => {
    const source = new PassThrough();
    const told: unknown[] = [];
    let begun = 0;
    const read = eachPart(source, 'b', async (part) => {
      begun += 1;
      try {
        for await (const _ of part);
        told.push('whole');
      } catch (error) {
        told.push(error);
        throw error;
      }
    });
    read.catch(() => undefined);
    source.write(sent);
    for (let turn = 0; turn < 5; turn += 1) await nextTurn();
    source.destroy(new Error('reset'));
    await expect(read).rejects.toMatchObject({ code: 'malformed_request' });
    expect(told).toHaveLength(begun);
    expect(told.at(-1)).toMatchObject({ code: 'malformed_request' });
  },
);

test('20,000 parts without content are none to take, and the body is refused', async () => {
  let taken = 0;
  const source = new PassThrough();
  const read = eachPart(source, 'b', async (part) => {
    taken += 1;
    part.resume();
  });
  source.end(`${'--b\r\n\r\n\r\n'.repeat(20_000)}--b--\r\n`);
  await expect(read).rejects.toMatchObject({ code: 'invalid_request' });
  expect(taken).toBeLessThanOrEqual(65);
});

test('a hundred small parts are taken', async () => {
  let taken = 0;
  const source = new PassThrough();
  const read = eachPart(source, 'b', async (part) => {
    taken += 1;
    for await (const _ of part);
  });
  source.end(`${`--b\r\n\r\n${'x'.repeat(500)}\r\n`.repeat(100)}--b--\r\n`);
  await read;
  expect(taken).toBe(100);
});

test('once a body broke off, none of the parts that wait is begun', async () => {
  const source = new PassThrough();
  let begun = 0;
  const held = Promise.withResolvers<void>();
  const read = eachPart(source, 'b', async () => {
    begun += 1;
    await held.promise;
  });
  read.catch(() => undefined);
  source.write(`${`--b\r\n\r\n${'x'.repeat(500)}\r\n`.repeat(40)}--b\r\n\r\nhalf`);
  for (let turn = 0; turn < 5; turn += 1) await nextTurn();
  source.destroy(new Error('reset'));
  for (let turn = 0; turn < 5; turn += 1) await nextTurn();
  held.resolve();
  await expect(read).rejects.toMatchObject({ code: 'malformed_request' });
  expect(begun).toBe(1);
});
