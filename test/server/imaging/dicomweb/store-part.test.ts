/** Tests what a part of a STOW request costs that is no instance: no sealed file, or few of them. */
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { createPartStore } from '#server/imaging/dicomweb/store-part.ts';

/** A place for objects that takes those whose first byte is 1, and counts what was begun and not put away. */
function place() {
  const counts = { begun: 0, open: 0 };
  const begin = async () => {
    counts.begun += 1;
    counts.open += 1;
    let isGood = false;
    return {
      write: async (bytes: Uint8Array) => {
        isGood = bytes[0] === 1;
      },
      finish: async () => {
        if (!isGood) throw new Error('no instance');
        counts.open -= 1;
        return 'stored';
      },
      discard: async () => {
        counts.open -= 1;
      },
    };
  };
  const store = createPartStore(begin, () => undefined);
  const send = (...bytes: number[]) =>
    store(Readable.from(bytes.length === 0 ? [] : [Buffer.from(bytes)])).catch(() => 'failed');
  return { counts, send };
}

test('a part without a byte begins nothing', async () => {
  const { counts, send } = place();
  expect(await send()).toBe('failed');
  expect(counts).toEqual({ begun: 0, open: 0 });
});

test('after 64 failures in a row the next parts begin nothing either', async () => {
  const { counts, send } = place();
  for (let part = 0; part < 1000; part += 1) expect(await send(0)).toBe('failed');
  expect(counts).toEqual({ begun: 64, open: 0 });
  expect(await send(1)).toBe('failed');
});

test('failures between instances count anew', async () => {
  const { counts, send } = place();
  for (let round = 0; round < 4; round += 1) {
    for (let part = 0; part < 60; part += 1) expect(await send(0)).toBe('failed');
    expect(await send(1)).toBe('stored');
  }
  expect(counts).toEqual({ begun: 244, open: 0 });
});
