import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ROOT } from '#scripts/desktop/build-stamp.ts';
import { packIcns, packIco } from '#scripts/icons/icon-containers.ts';

const png = Buffer.from('89504e470d0a1a0a', 'hex');
const icons = join(ROOT, 'resources', 'icons');

describe('packIco', () => {
  test('points every entry at its picture', () => {
    const ico = packIco(
      [16, 256].map((size) => ({ size, png: Buffer.concat([png, Buffer.from([size % 256])]) })),
    );
    expect([ico.readUInt16LE(2), ico.readUInt16LE(4)]).toEqual([1, 2]);
    expect([ico.readUInt8(6), ico.readUInt8(22)]).toEqual([16, 0]);
    for (const entry of [6, 22]) {
      const offset = ico.readUInt32LE(entry + 12);
      expect(ico.subarray(offset, offset + png.length)).toEqual(png);
    }
  });
});

describe('packIcns', () => {
  test('declares its own length and that of every entry', () => {
    const icns = packIcns([{ size: 32, png }]);
    expect(icns.toString('latin1', 0, 4)).toBe('icns');
    expect(icns.readUInt32BE(4)).toBe(icns.length);
    expect([icns.toString('latin1', 8, 12), icns.toString('latin1', 24, 28)]).toEqual(['icp5', 'ic11']);
  });
});

describe('the icons in the repository', () => {
  test.each(['app-icon.ico', 'app-icon.icns'])('%s holds PNG pictures of several sizes', (name) => {
    const pictures = readFileSync(join(icons, name)).toString('latin1').split('\x89PNG').length - 1;
    expect(pictures).toBeGreaterThanOrEqual(7);
  });

  test('the largest is drawn at 512 pixels for Linux', () => {
    const picture = readFileSync(join(icons, 'linux', '512x512.png'));
    expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([512, 512]);
  });
});
