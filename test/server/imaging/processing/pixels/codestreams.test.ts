/** Tests codestreams that differ from the header of their file, and truncated ones. */
import { fileURLToPath } from 'node:url';
import dcmjsCodecs from 'dcmjs-codecs';
import { beforeAll, describe, expect, test } from 'vitest';
import { makeFile, PIXELS, type PixelsToMake, words } from '#lanes/pixels/make-file.ts';
import { readCodestream } from '#server/imaging/processing/dicom/codestream.ts';
import { decoded } from './decoded.ts';

const { NativeCodecs, Transcoder, log } = dcmjsCodecs;
const SYNTAXES = [
  ['JPEG lossless', '1.2.840.10008.1.2.4.70'],
  ['JPEG-LS', '1.2.840.10008.1.2.4.80'],
  ['JPEG 2000', '1.2.840.10008.1.2.4.90'],
] as const;
const RAMP = Array.from({ length: 256 }, (_, at) => at);
const SQUARE = { ...PIXELS, rows: 16, columns: 16 };
const BYTES = {
  ...{ ...SQUARE, bitsAllocated: 8, bitsStored: 8, highBit: 7 },
  data: Uint8Array.from(RAMP),
};
const WORDS = { ...SQUARE, bitsStored: 12, highBit: 11, data: words(RAMP.map((value) => value * 16)) };
const [ROWS, ALLOCATED, STORED, HIGH] = [0x0010, 0x0100, 0x0101, 0x0102];

beforeAll(async () => {
  log.disableAll();
  const wasm = fileURLToPath(import.meta.resolve('dcmjs-codecs/build/dcmjs-native-codecs.wasm'));
  await NativeCodecs.initializeAsync({ webAssemblyModulePathOrUrl: wasm });
});

/** @param header elements of group 0028 that contradict the codestream. */
function written(pixels: PixelsToMake, syntax: string, header: Readonly<Record<number, number>>): Buffer {
  const transcoder = new Transcoder(Uint8Array.from(makeFile(pixels)).buffer);
  transcoder.transcode(syntax);
  const file = Buffer.from(transcoder.getDicomPart10());
  for (const [element, value] of Object.entries(header)) {
    const head = Buffer.from([
      0x28,
      0,
      Number(element) & 0xff,
      Number(element) >> 8,
      ...Buffer.from('US'),
      2,
      0,
    ]);
    file.writeUInt16LE(value, file.indexOf(head) + head.length);
  }
  return file;
}

describe.each(SYNTAXES)('%s', (_, syntax) => {
  test('of 8 bits is read as such in a file that allocates 16', async () => {
    const file = written(BYTES, syntax, { [ALLOCATED]: 16, [STORED]: 12, [HIGH]: 11 });
    expect(Array.from((await decoded(file)).samples)).toEqual(RAMP);
  });

  test('of more bits than the file allocates keeps them all', async () => {
    const file = written(WORDS, syntax, { [ALLOCATED]: 8, [STORED]: 8, [HIGH]: 7 });
    expect(Array.from((await decoded(file)).samples)).toEqual(RAMP.map((value) => value * 16));
  });

  test('of fewer or more rows than the file names is damaged, not filled up', async () => {
    for (const rows of [32, 8]) {
      await expect(decoded(written(BYTES, syntax, { [ROWS]: rows }))).rejects.toMatchObject({
        code: 'damaged',
      });
    }
  });
});

test('JPEG-LS that ends where its samples would begin is damaged before a codec looks for them', async () => {
  const syntax = '1.2.840.10008.1.2.4.80';
  const file = written(BYTES, syntax, {});
  const start = file.indexOf(Uint8Array.of(0xff, 0xd8));
  // Truncate after the head of the scan, with the byte that pads it to even length.
  const end = file.indexOf(Uint8Array.of(0xff, 0xda)) + 11;
  file.writeUInt32LE(end - start, start - 4);
  const cut = Buffer.concat([file.subarray(0, end), Buffer.from('feffdde000000000', 'hex')]);
  cut[end - 1] = 0;
  expect(readCodestream(syntax, cut.subarray(start, end))).toMatchObject({ isEmpty: true });
  await expect(decoded(cut)).rejects.toMatchObject({ code: 'damaged' });
});

describe('RLE', () => {
  const syntax = '1.2.840.10008.1.2.5';
  const whole = () => {
    const file = written(WORDS, syntax, {});
    // Two segments, the first of 64 bytes.
    const start = file.indexOf(Buffer.from([2, 0, 0, 0, 64, 0, 0, 0]));
    return { file, start, length: file.readUInt32LE(start - 4), second: file.readUInt32LE(start + 8) };
  };

  test('is shown where it is whole', async () => {
    const { file } = whole();
    expect(Array.from((await decoded(file)).samples)).toEqual(RAMP.map((value) => value * 16));
  });

  test.each<[string, (frame: Buffer, second: number) => void]>([
    ['names one segment for two bytes', (frame) => frame.writeUInt32LE(1, 0)],
    ['names none', (frame) => frame.writeUInt32LE(0, 0)],
    ['names more than there can be', (frame) => frame.writeUInt32LE(0xffff_ffff, 0)],
    ['has a segment behind its end', (frame) => frame.writeUInt32LE(100_000, 8)],
    [
      'has its segments the other way round',
      (frame, second) => {
        frame.writeUInt32LE(second, 4);
        frame.writeUInt32LE(64, 8);
      },
    ],
    ['ends within its last segment', (frame, second) => void frame.fill(0x80, second + 8)],
  ])('that %s is damaged', async (_, change) => {
    const { file, start, length, second } = whole();
    change(file.subarray(start, start + length), second);
    await expect(decoded(file)).rejects.toMatchObject({ code: 'damaged' });
  });

  test('that is cut in its first segment or its head is damaged', async () => {
    const { file, start, length } = whole();
    for (const kept of [10, 64, 80]) {
      const cut = Buffer.concat([file.subarray(0, start + kept), file.subarray(start + length)]);
      cut.writeUInt32LE(kept, start - 4);
      await expect(decoded(cut)).rejects.toMatchObject({ code: 'damaged' });
    }
  });
});

test('JPEG XL of more or fewer rows than the file names is damaged', async () => {
  for (const rows of [32, 8]) {
    const file = written(BYTES, '1.2.840.10008.1.2.4.110', { [ROWS]: rows });
    await expect(decoded(file)).rejects.toMatchObject({ code: 'damaged' });
  }
});
