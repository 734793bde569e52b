import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { gunzipped } from '#imports/fhir/source/gunzip.ts';

async function* inPieces(bytes: Uint8Array, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
async function textOf(bytes: Uint8Array, size = 7): Promise<string> {
  const pieces: Uint8Array[] = [];
  for await (const piece of gunzipped(inPieces(bytes, size))) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}

describe('gunzipped', () => {
  test.each([1, 7, 100_000])('members follow each other, in pieces of %i bytes', async (size) => {
    const texts = ['one\n', '', 'three\n'.repeat(5000)];
    const packed = Buffer.concat(texts.map((text) => gzipSync(text)));
    expect(await textOf(packed, size)).toBe(texts.join(''));
  });

  test('a damaged, cut or continued file is no whole file', async () => {
    const packed = gzipSync('some words of a report '.repeat(50));
    const changed = Buffer.from(packed);
    changed.writeUInt8(changed.readUInt8(packed.length - 6) ^ 1, packed.length - 6);
    await expect(textOf(changed)).rejects.toThrow(/check sum/);
    await expect(textOf(Buffer.concat([changed, packed]))).rejects.toThrow(/check sum/);
    for (const length of [packed.length - 1, packed.length - 8, packed.length - 12, 12])
      await expect(textOf(packed.subarray(0, length)), String(length)).rejects.toThrow();
    await expect(textOf(Buffer.concat([packed, Buffer.from('no member')]))).rejects.toThrow();
  });
});
