import { describe, expect, test } from 'vitest';
import { readSourceFile } from '#imports/fhir/source/read-source.ts';
import type { ImportSource } from '#imports/import-source.ts';

const MIB = 1024 * 1024;
const encoder = new TextEncoder();

function source(pieces: () => Generator<Uint8Array>, name = 'export.ndjson'): ImportSource {
  return {
    name,
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

describe('a line whose bytes are not UTF-8', () => {
  const basic = (id: string) => `{"resourceType":"Basic","id":"${id}"}`;
  const latin = Buffer.from('{"resourceType":"Basic","id":"x","note":"Gr\u00f6\u00dfe"}', 'latin1');
  const bytes = Buffer.concat([
    Buffer.from(`\uFEFF${basic('a')}\r\n`),
    latin,
    Buffer.from(`\n\n${basic('é')}`),
  ]);

  test.each([
    ['export.ndjson', 1],
    ['export.ndjson', 7],
    ['export.ndjson', bytes.length],
    // NDJSON is often named JSON.
    ['export.json', 5],
  ])('is refused by its number alone: %s in pieces of %i', async (name, size) => {
    const cut = source(function* () {
      for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
    }, name);
    const parts = [];
    for await (const part of readSourceFile(cut, reading)) parts.push(part);
    expect(parts.flatMap(({ resources }) => resources.map(({ resource }) => resource.id))).toEqual([
      'a',
      'é',
    ]);
    expect(parts.flatMap(({ skipped }) => skipped)).toEqual([
      { place: 'line 2', message: 'This line has bytes that are not UTF-8.', isBroken: true },
    ]);
  });

  test('refuses a file that is one resource as a whole', async () => {
    const cut = source(function* () {
      yield latin;
    }, 'one.json');
    await expect(readSourceFile(cut, reading).next()).rejects.toThrow(/not UTF-8/);
  });
});
