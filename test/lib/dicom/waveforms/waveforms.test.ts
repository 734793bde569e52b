import { describe, expect, test } from 'vitest';
import { objectText } from '#dicom/documents/object-text.ts';
import { openDataset } from '#dicom/open-dataset.ts';
import { sampleReader } from '#dicom/waveforms/sample-reader.ts';
import { channelValues, waveformGroups } from '#dicom/waveforms/waveform-groups.ts';
import { readSample } from '#test/server/imaging/processing/dicom-samples.ts';
import { annotation, shorts, waveform } from '#test/support/dicom/waveform.ts';

const MAX_CHARS = 1_000_000;
const linesOf = (file: Uint8Array) => (objectText(openDataset(file), MAX_CHARS) ?? '').split('\n');

describe('objectText of a waveform', () => {
  test('has rate, leads and annotations of a published ECG', () => {
    const lines = linesOf(readSample('waveform_ecg'));
    expect(lines).toEqual(
      expect.arrayContaining([
        '12-lead ECG',
        'Electrode Placement: Standard 12-lead positions: limb leads placed at extremities',
        'RHYTHM: 12 channels, 1000 Hz, 10000 samples, 10 s, original',
        '  Lead V6: 1.25 uV (microvolt) a step, from 0.05 Hz, to 300 Hz',
        '  RITMO SINUSALE',
        '  QTc Interval: 370 ms (milliseconds)',
        '  P Onset (RHYTHM; sample 299)',
      ]),
    );
  });

  test('names a channel by its label and its source', () => {
    const group = { hertz: 250, labels: ['1'], source: 'Lead II', samples: 1, data: shorts([1]) };
    expect(linesOf(waveform([group]))).toContain('  1, Lead II: not calibrated');
  });

  test('names the lead an annotation is of, and says what is not calibrated', () => {
    const group = { hertz: 250, labels: ['I', 'II'], samples: 1, data: shorts([1, 2]) };
    const lines = linesOf(waveform([group], [annotation('Pause', 1, 2, 7), annotation('Beat', 1, 9, 7)]));
    expect(lines).toEqual(
      expect.arrayContaining([
        'Group 1: 2 channels, 250 Hz, 1 samples, 0.004 s',
        '  II: not calibrated',
        '  Pause (II; sample 7)',
        '  Beat (channel 1/9; sample 7)',
      ]),
    );
  });
});

describe('channelValues', () => {
  test('are in the unit of the channel, and interleaved by channel', () => {
    const data = shorts([100, -100, 200, -200]);
    const file = waveform([
      { hertz: 2, unit: 'uV', sensitivity: 2.5, labels: ['I', 'II'], samples: 2, data },
    ]);
    const [group] = waveformGroups(openDataset(file));
    const values = group && channelValues(group, true);
    expect(values?.map((valueAt) => [valueAt(0), valueAt(1), valueAt(2)])).toEqual([
      [250, 500, undefined],
      [-250, -500, undefined],
    ]);
  });

  test('are none where samples are missing, or their form is unknown', () => {
    const group = { hertz: 2, labels: ['I'], samples: 3, data: shorts([1, 2]) };
    for (const made of [group, { ...group, samples: 2, interpretation: 'XX' }]) {
      const [read] = waveformGroups(openDataset(waveform([made])));
      expect(read && channelValues(read, true)).toBeUndefined();
    }
  });
});

describe('sampleReader', () => {
  // Source: ITU-T G.711, tables 1a and 2a, scaled to 16 bits.
  test.each([
    ['MB', 0xff, 0],
    ['MB', 0x80, 32_124],
    ['MB', 0x00, -32_124],
    ['AB', 0xd5, 8],
    ['AB', 0x55, -8],
    ['AB', 0xaa, 32_256],
    ['AB', 0x2a, -32_256],
    ['SB', 0x80, -128],
    ['UB', 0x80, 128],
  ])('%s reads %i as %i', (interpretation, byte, value) => {
    const view = new DataView(Uint8Array.of(byte).buffer);
    expect(sampleReader(interpretation, 8)?.(view, 0, true)).toBe(value);
  });
});
