import { describe, expect, test } from 'vitest';
import { looksLikeDicom } from '#dicom/detect-dicom.ts';

describe('looksLikeDicom', () => {
  test('is false for a file of any length that is too short to be one', () => {
    for (let length = 0; length <= 140; length += 1) {
      for (const byte of [0x00, 0x08, 0x61, 0xff]) {
        expect(looksLikeDicom(new Uint8Array(length).fill(byte)), `${length} of ${byte}`).toBe(false);
      }
    }
  });
});
