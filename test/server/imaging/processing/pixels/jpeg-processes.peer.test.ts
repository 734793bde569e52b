/** Compares foreign codestreams with the pictures of DCMTK or GDCM. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { decimals, makeFile, PIXELS, type PixelsToMake, words } from '#lanes/pixels/make-file.ts';
import { requirePeer, runPeer } from '#test/support/dicom/peer.ts';
import { testTempDir } from '#test/support/temp-dir.ts';
import { decoded } from './decoded.ts';

const SQUARE = { ...PIXELS, rows: 16, columns: 16 };
const RAMP = Array.from({ length: 256 }, (_, at) => at);
const KINDS: readonly [string, PixelsToMake][] = [
  ['8 bits', { ...SQUARE, bitsAllocated: 8, bitsStored: 8, highBit: 7, data: Uint8Array.from(RAMP) }],
  ['12 bits', { ...SQUARE, bitsStored: 12, highBit: 11, data: words(RAMP.map((value) => value * 16)) }],
];

async function rewritten(file: Uint8Array, program: string, ...options: string[]): Promise<string> {
  const dir = testTempDir();
  const [plain, written] = [join(dir, 'plain.dcm'), join(dir, 'written.dcm')];
  writeFileSync(plain, file);
  expect(await runPeer(program, [...options, plain, written])).toMatchObject({ code: 0 });
  return written;
}

const samplesOf = async (path: string) => Array.from((await decoded(readFileSync(path))).samples);

describe('JPEG', () => {
  test.for(
    [
      ['extended', '+ee'],
      ['spectral selection', '+es'],
      ['full progression', '+ep'],
    ].flatMap(([process, option]) => KINDS.map(([bits, pixels]) => [process, bits, option, pixels] as const)),
  )('%s of %s', async ([, , option = '', pixels], context) => {
    requirePeer(context, 'dcmcjpeg', 'dcmtk');
    const path = await rewritten(makeFile(pixels, [decimals(0x00281050, 40)]), 'dcmcjpeg', option);
    const plain = join(testTempDir(), 'plain.dcm');
    expect(await runPeer('dcmdjpeg', [path, plain])).toMatchObject({ code: 0 });
    expect(await samplesOf(path)).toEqual(await samplesOf(plain));
  });
});

test('a lossy JPEG 2000 sample beyond the bits stored is the last one, not one of the other sign', async (context) => {
  requirePeer(context, 'gdcmconv', 'libgdcm-tools');
  const data = words(RAMP.map((value) => value * 16));
  const file = makeFile({ ...SQUARE, bitsStored: 12, highBit: 11, isSigned: true, data });
  const path = await rewritten(file, 'gdcmconv', '--j2k', '--irreversible', '--lossy', '-q', '80');
  const plain = await rewritten(readFileSync(path), 'gdcmconv', '--raw');
  const theirs = new Int16Array(Uint8Array.from(readFileSync(plain).subarray(-512)).buffer);
  expect(theirs.some((value) => value < -2048 || value > 2047)).toBe(true);
  expect(await samplesOf(path)).toEqual(
    Array.from(theirs, (value) => Math.min(Math.max(value, -2048), 2047)),
  );
});
