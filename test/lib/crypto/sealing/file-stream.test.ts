import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { concatBytes, equalBytes } from '#crypto/bytes.ts';
import { CryptoError } from '#crypto/crypto-error.ts';
import { generateDek } from '#crypto/keys/key-types.ts';
import {
  BATCH_BYTES,
  CHUNK_BYTES,
  chunkOffset,
  createFileOpener,
  createFileSealer,
  HEADER_BYTES,
  lastChunk,
  plainSize,
  SEALED_CHUNK_BYTES,
  sealedSize,
} from '#crypto/sealing/file-stream.ts';
import { CONTEXTS } from '#test/lib/crypto/support/contexts.ts';
import { flipBit } from '#test/lib/crypto/support/tamper.ts';
import { runs } from '#test/support/depth.ts';

const dek = generateDek();
const context = CONTEXTS.file;

function contentOf(size: number): Uint8Array {
  const content = new Uint8Array(size);
  for (let i = 0; i < size; i += 1) content[i] = (i * 131 + (i >> 8)) & 255;
  return content;
}

function seal(content: Uint8Array, pieceBytes: number): Uint8Array {
  const sealer = createFileSealer(dek, context);
  const parts = [sealer.header];
  for (let i = 0; i < content.length; i += pieceBytes)
    parts.push(sealer.update(content.subarray(i, i + pieceBytes)));
  return concatBytes(...parts, sealer.final());
}

/** Opens as a range request does: the last chunk first to fix the length, then the chunks of the range. */
function openRange(sealed: Uint8Array, from: number, to: number): Uint8Array {
  const opener = createFileOpener(dek, context, sealed.subarray(0, HEADER_BYTES));
  const last = lastChunk(sealed.length);
  opener.openChunk(last.index, sealed.subarray(last.offset), true);
  const first = Math.floor(from / CHUNK_BYTES);
  const end = Math.min(last.index, Math.floor(to / CHUNK_BYTES));
  const run = sealed.subarray(chunkOffset(first), Math.min(chunkOffset(end + 1), sealed.length));
  const plain = opener.openChunks(first, run, end === last.index);
  return plain.subarray(from - first * CHUNK_BYTES, to - first * CHUNK_BYTES);
}

function openAll(sealed: Uint8Array): Uint8Array {
  const opener = createFileOpener(dek, context, sealed.subarray(0, HEADER_BYTES));
  return opener.openChunks(0, sealed.subarray(HEADER_BYTES), true);
}

const nearChunkBoundary = fc
  .tuple(fc.constantFrom(0, 1, 2, 15, 16, 17, 32), fc.integer({ min: -2, max: 2 }))
  .map(([chunks, off]) => Math.max(0, chunks * CHUNK_BYTES + off));

describe('createFileSealer', () => {
  test('any size around the chunk boundaries, in pieces of any size, opens whole and in any range', () => {
    const piece = fc.constantFrom(
      1000,
      4096,
      CHUNK_BYTES,
      65_536,
      BATCH_BYTES - 1,
      BATCH_BYTES,
      BATCH_BYTES * 3,
    );
    fc.assert(
      fc.property(nearChunkBoundary, piece, fc.nat(), fc.nat(), (size, pieceBytes, a, b) => {
        const content = contentOf(size);
        const sealed = seal(content, pieceBytes);
        expect(sealed.length).toBe(sealedSize(size));
        expect(plainSize(sealed.length)).toBe(size);
        expect(equalBytes(openAll(sealed), content)).toBe(true);
        const [from, to] = [a % (size + 1), b % (size + 1)].sort((x, y) => x - y);
        const range = openRange(sealed, from ?? 0, to ?? 0);
        expect(equalBytes(range, content.subarray(from, to))).toBe(true);
      }),
      runs(60),
    );
  });

  test('single bytes are enough', () => {
    const content = contentOf(CHUNK_BYTES + 1);
    expect(equalBytes(openAll(seal(content, 1)), content)).toBe(true);
  });

  test('gives nothing until a batch is full, and whole chunks then', () => {
    const sealer = createFileSealer(dek, context);
    expect(sealer.update(contentOf(BATCH_BYTES - 1))).toHaveLength(0);
    expect(sealer.update(contentOf(1))).toHaveLength((BATCH_BYTES / CHUNK_BYTES) * SEALED_CHUNK_BYTES);
    expect(sealer.final()).toHaveLength(16);
  });

  test('keeps nothing of the caller’s buffer', () => {
    const sealer = createFileSealer(dek, context);
    const piece = contentOf(100);
    const content = Uint8Array.from(piece);
    sealer.update(piece);
    piece.fill(0);
    expect(equalBytes(openAll(concatBytes(sealer.header, sealer.final())), content)).toBe(true);
  });

  test('is spent after final', () => {
    const sealer = createFileSealer(dek, context);
    sealer.final();
    expect(() => sealer.update(contentOf(1))).toThrow(CryptoError);
    expect(() => sealer.final()).toThrow(CryptoError);
  });

  test('two seals of one content have nothing in common', () => {
    const content = contentOf(5000);
    const [a, b] = [seal(content, 5000), seal(content, 5000)];
    expect(equalBytes(a.subarray(0, 24), b.subarray(0, 24))).toBe(false);
    expect(equalBytes(a.subarray(HEADER_BYTES), b.subarray(HEADER_BYTES))).toBe(false);
  });

  test('refuses a wiped key', () => {
    expect(() => createFileSealer(new Uint8Array(32), context)).toThrow(CryptoError);
  });
});

describe('createFileOpener', () => {
  const content = contentOf(3 * CHUNK_BYTES + 10);
  const sealed = seal(content, 65_536);
  const header = sealed.subarray(0, HEADER_BYTES);
  const chunk = (index: number) => sealed.subarray(chunkOffset(index), chunkOffset(index + 1));
  const opener = createFileOpener(dek, context, header);

  test('refuses another key, another context and every changed header bit, before any chunk', () => {
    expect(() => createFileOpener(generateDek(), context, header)).toThrow(CryptoError);
    expect(() => createFileOpener(dek, CONTEXTS.part, header)).toThrow(CryptoError);
    for (let bit = 0; bit < HEADER_BYTES * 8; bit += 1) {
      expect(() => createFileOpener(dek, context, flipBit(header, bit))).toThrow(CryptoError);
    }
  });

  test('refuses a chunk with any bit changed', () => {
    for (let bit = 0; bit < SEALED_CHUNK_BYTES * 8; bit += 997) {
      expect(() => opener.openChunk(0, flipBit(chunk(0), bit), false)).toThrow(CryptoError);
    }
  });

  test('refuses a chunk at another index', () => {
    expect(
      equalBytes(opener.openChunk(1, chunk(1), false), content.subarray(CHUNK_BYTES, 2 * CHUNK_BYTES)),
    ).toBe(true);
    expect(() => opener.openChunk(2, chunk(1), false)).toThrow(CryptoError);
    expect(() => opener.openChunk(257, chunk(1), false)).toThrow(CryptoError);
  });

  test('refuses a whole chunk as the last and a short one in the middle', () => {
    expect(() => opener.openChunk(1, chunk(1), true)).toThrow(CryptoError);
    expect(() => opener.openChunk(3, chunk(3), false)).toThrow(CryptoError);
    expect(equalBytes(opener.openChunk(3, chunk(3), true), content.subarray(3 * CHUNK_BYTES))).toBe(true);
  });

  test('refuses short tags, empty input and two chunks where one is asked for', () => {
    for (const length of [0, 1, 4, 12, 15, 25]) {
      expect(() => opener.openChunk(3, chunk(3).subarray(0, length), true)).toThrow(CryptoError);
    }
    expect(() => opener.openChunk(0, sealed.subarray(chunkOffset(0), chunkOffset(2)), false)).toThrow(
      CryptoError,
    );
  });

  test('releases nothing of a run when one chunk in it is wrong', () => {
    const run = flipBit(sealed.subarray(HEADER_BYTES), (2 * SEALED_CHUNK_BYTES + 5) * 8);
    expect(() => opener.openChunks(0, run, true)).toThrow(CryptoError);
  });

  test.each([-1, 0.5, 2 ** 38, Number.NaN])('refuses the index %d', (index) => {
    expect(() => opener.openChunk(index, chunk(0), false)).toThrow(CryptoError);
  });

  test('a file cut at a chunk boundary does not open as a shorter one', () => {
    const cut = sealed.subarray(0, chunkOffset(2));
    expect(() => plainSize(cut.length)).toThrow(CryptoError);
    expect(() => openAll(cut)).toThrow(CryptoError);
  });
});

describe('plainSize', () => {
  test('is the inverse of sealedSize', () => {
    fc.assert(
      fc.property(fc.nat(2 ** 31 - 1), (size) => {
        expect(plainSize(sealedSize(size))).toBe(size);
      }),
    );
    expect(plainSize(sealedSize(2 ** 44))).toBe(2 ** 44);
  });

  test.each([0, 55, 56, 71, 56 + SEALED_CHUNK_BYTES, 56 + SEALED_CHUNK_BYTES + 15, Number.NaN, 100.5])(
    'refuses %d bytes, which no file has',
    (bytes) => {
      expect(() => plainSize(bytes)).toThrow(CryptoError);
    },
  );
});
