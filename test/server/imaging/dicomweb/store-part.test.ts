/** Tests what a part of a STOW request costs that is no instance: no sealed file, or few of them. */
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { eachPart } from '#server/imaging/dicomweb/multipart-related.ts';
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

test('a place that fails leaves the rest of its part to be read, and the part after it is stored', async () => {
  const parts = ['first', 'second'].map(
    (body) => `--b\r\nContent-Type: application/dicom\r\n\r\n${body}\r\n`,
  );
  const body = Buffer.from(`${parts.join('')}--b--\r\n`);
  for (const failing of ['begin', 'write', 'finish']) {
    let isFirst = true;
    const fails = async (step: string) => {
      if (step !== failing || !isFirst) return;
      isFirst = false;
      throw new Error('ENOSPC');
    };
    const store = createPartStore(
      async () => {
        await fails('begin');
        return { write: () => fails('write'), finish: () => fails('finish'), discard: async () => undefined };
      },
      () => undefined,
    );
    const results: string[] = [];
    await eachPart(Readable.from([body]), 'b', async (part) => {
      results.push(
        await store(part).then(
          () => 'stored',
          () => 'failed',
        ),
      );
      part.resume();
    });
    expect(results, failing).toEqual(['failed', 'stored']);
  }
});
