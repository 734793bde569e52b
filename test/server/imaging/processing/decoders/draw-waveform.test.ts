import { describe, expect, test } from 'vitest';
import { openDataset } from '#dicom/open-dataset.ts';
import { drawWaveform } from '#server/imaging/processing/decoders/draw-waveform.ts';
import type { Picture } from '#server/imaging/processing/decoders/render-picture.ts';
import { readSample } from '#test/server/imaging/processing/dicom-samples.ts';
import { type GroupToMake, shorts, waveform } from '#test/support/dicom/waveform.ts';

const PIXELS_PER_MM = 6;
const MARGIN = 24;
const EEG_CLASS = '1.2.840.10008.5.1.4.1.1.9.7.1';

/** Rows of ink in a column of pixels, below the labels. */
function inkIn({ data, width, height }: Picture, x: number): number[] {
  return Array.from({ length: height }, (_, y) => y).filter((y) => (data[(y * width + x) * 3] ?? 255) < 64);
}

/** One second at 0 and two at `level`, 100 samples each. */
function step(level: number, more: Partial<GroupToMake> = {}): GroupToMake {
  const data = shorts(Array.from({ length: 300 }, (_, at) => (at < 100 ? 0 : level)));
  return { hertz: 100, unit: 'uV', sensitivity: 1, labels: [''], samples: 300, data, ...more };
}

const draw = (file: Uint8Array) => drawWaveform(openDataset(file));
const codeOf = (file: Uint8Array) => {
  try {
    draw(file);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : error;
  }
};

describe('drawWaveform', () => {
  test('draws an ECG with 10 mm a millivolt and 25 mm a second', () => {
    const picture = draw(waveform([step(500)]));
    const second = 25 * PIXELS_PER_MM;
    const low = inkIn(picture, MARGIN + second / 2).at(-1) ?? 0;
    const high = inkIn(picture, MARGIN + second * 2.96).at(-1) ?? 0;
    expect(low - high).toBe(5 * PIXELS_PER_MM);
    // The step is where the second begins.
    const steep = Array.from({ length: picture.width }, (_, x) => inkIn(picture, x).length);
    expect(Math.abs(steep.indexOf(Math.max(...steep)) - (MARGIN + second))).toBeLessThanOrEqual(3);
  });

  test('fills the row of an EEG, and of an ECG far off the paper', () => {
    for (const file of [
      waveform([step(40)], [], EEG_CLASS),
      waveform([step(30_000)]),
      waveform([step(500, { unit: undefined })]),
    ]) {
      const picture = draw(file);
      const second = 25 * PIXELS_PER_MM;
      const rows = inkIn(picture, MARGIN + second * 2.96);
      const lowest = inkIn(picture, MARGIN + second / 2).at(-1) ?? 0;
      expect(lowest - (rows.at(-1) ?? 0)).toBe(16 * PIXELS_PER_MM);
    }
  });

  test('draws every lead of a published ECG within a square of usual size', () => {
    const picture = draw(readSample('waveform_ecg'));
    expect([picture.width, picture.height]).toEqual([1548, 1504]);
    const leads = Array.from({ length: 12 }, (_, at) => 40 + (at + 0.5) * 120);
    for (const middle of leads) {
      expect(inkIn(picture, 700).some((y) => Math.abs(y - middle) < 60)).toBe(true);
    }
  });

  test('draws ten seconds of a long recording, and at most 24 channels', () => {
    const labels = Array.from({ length: 30 }, (_, at) => `C${at}`);
    const samples = 60 * 50;
    const data = new Uint8Array(samples * labels.length * 2);
    const picture = draw(waveform([{ hertz: 50, unit: 'uV', labels, samples, data }]));
    expect([picture.width, picture.height]).toEqual([1548, 24 * 120 + 64]);
  });

  test('says why there is none', () => {
    expect(codeOf(waveform([step(1, { samples: 301 })]))).toBe('damaged');
    expect(codeOf(waveform([step(1, { interpretation: 'XX' })]))).toBe('unsupported_syntax');
    expect(codeOf(waveform([step(1, { samples: 0 })]))).toBe('no_picture');
    expect(codeOf(waveform([]))).toBe('no_picture');
  });
});
