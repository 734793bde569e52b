import { expect, test } from 'vitest';
import { readSourceFile } from '#imports/fhir/source/read-source.ts';
import type { ImportSource } from '#imports/import-source.ts';

const MIB = 1024 * 1024;
const encoder = new TextEncoder();

function source(pieces: () => Generator<Uint8Array>): ImportSource {
  return {
    name: 'export.ndjson',
    bytes: async () => Buffer.concat([...pieces()]),
    async *pieces() {
      yield* pieces();
    },
    upload: new Uint8Array(),
  };
}

const reading = { sha256Hex: async () => '0'.repeat(64) };

test('a line without an end is refused at its bound, and nothing behind it is read', async () => {
  const piece = new Uint8Array(MIB).fill(0x61);
  let read = 0;
  const endless = source(function* () {
    for (; read < 4096; read += 1) yield piece;
  });
  await expect(readSourceFile(endless, reading).next()).rejects.toThrow(/line of this file is longer/);
  expect(read).toBeLessThan(140);
});

test('lines come whole in whatever pieces they came', async () => {
  const lines = ['', '{"resourceType":"Basic","id":"a"}', '', '{"resourceType":"Basic","id":"b"}', ''];
  const bytes = encoder.encode(lines.join('\n'));
  const wholes = await Promise.all(
    [1, 7, bytes.length].map(async (size) => {
      const parts: unknown[] = [];
      const cut = source(function* () {
        for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
      });
      for await (const part of readSourceFile(cut, reading)) parts.push(part);
      return JSON.stringify(parts);
    }),
  );
  expect(new Set(wholes).size).toBe(1);
  expect(wholes[0]).toContain('Basic');
});
