import { describe, expect, test } from 'vitest';
import { recordTypeOf } from '#dicom/write/record-types.ts';

const STORAGE = '1.2.840.10008.5.1.4.1.1.';

describe('recordTypeOf', () => {
  test.each([
    [
      'IMAGE',
      [
        '2',
        '2.1',
        '4',
        '4.1',
        '6.1',
        '7',
        '12.1',
        '20',
        '30',
        '66.4',
        '77.1.5.1',
        '81.1',
        '128',
        '481.1',
        '481.23',
        '481.24',
      ],
    ],
    ['RAW DATA', ['66']],
    ['REGISTRATION', ['66.1', '66.3']],
    ['FIDUCIAL', ['66.2']],
    ['SURFACE', ['66.5']],
    ['TRACT', ['66.6']],
    ['VALUE MAP', ['67']],
    ['SURFACE SCAN', ['68.1', '68.2']],
    ['SPECTROSCOPY', ['4.2']],
    ['STEREOMETRIC', ['77.1.5.3']],
    ['MEASUREMENT', ['78.1', '78.5', '78.8', '80.1']],
    ['SR DOCUMENT', ['88.11', '88.22', '88.33', '88.67', '78.6', '79.1']],
    ['KEY OBJECT DOC', ['88.59']],
    ['ENCAP DOC', ['104.1', '104.2', '104.3', '104.4']],
    ['WAVEFORM', ['9.1.1', '9.2.1']],
    ['PRESENTATION', ['11.1', '11.2', '11.8', '131']],
    ['RT DOSE', ['481.2']],
    ['RT STRUCTURE SET', ['481.3']],
    ['RT PLAN', ['481.5', '481.8']],
    ['RT TREAT RECORD', ['481.4', '481.6', '481.7', '481.9']],
    ['RADIOTHERAPY', ['481.10', '481.12', '481.16', '481.22', '481.25']],
    ['ASSESSMENT', ['90.1']],
    ['ANNOTATION', ['91.1']],
  ])('is %s', (type, classes) => {
    for (const each of classes) expect([each, recordTypeOf(STORAGE + each)]).toEqual([each, type]);
  });

  test('is a plan for delivery instructions, and an image for what nobody knows', () => {
    expect(recordTypeOf('1.2.840.10008.5.1.4.34.7')).toBe('PLAN');
    expect(recordTypeOf('1.3.12.2.1107.5.9.1')).toBe('IMAGE');
  });
});
