import { describe, expect, test } from 'vitest';
import { concatBytes } from '#bytes/concat-bytes.ts';
import { element, sequence } from '#dicom/write/encode-elements.ts';
import { readWorklistQuery, UnreadableQueryError } from '#server/imaging/dimse/worklist/worklist-query.ts';

const EXPLICIT = '1.2.840.10008.1.2.1';
const read = (...elements: Uint8Array[]) => readWorklistQuery(concatBytes(elements), EXPLICIT);

describe('readWorklistQuery', () => {
  test('takes keys and asked attributes of procedure and step', () => {
    const query = read(
      element(0x00080005, 'CS', 'ISO_IR 100'),
      element(0x00080050, 'SH', ''),
      element(0x00100010, 'PN', Buffer.from('M\xfcller*', 'latin1')),
      sequence(0x00400100, [[element(0x00080060, 'CS', 'CT'), element(0x00400002, 'DA', '')]]),
    );
    expect(query).toEqual({
      keys: { PatientName: 'Müller*', Modality: 'CT' },
      procedure: ['AccessionNumber', 'PatientName'],
      step: ['Modality', 'ScheduledProcedureStepStartDate'],
      hasIgnored: false,
    });
  });

  test('asks for the whole step where its sequence is empty', () => {
    expect(read(sequence(0x00400100, []))).toMatchObject({ step: 'all' });
    expect(read(element(0x00100020, 'LO', 'P1'))).toMatchObject({ step: undefined });
  });

  test('says that a value is not matched here, and nothing of what is private or of the message', () => {
    const private_ = element(0x00091001, 'LO', 'x');
    const length = element(0x00100000, 'UL', Uint8Array.of(8, 0, 0, 0));
    expect(read(private_, length).hasIgnored).toBe(false);
    expect(read(element(0x00380010, 'LO', 'A1')).hasIgnored).toBe(true);
  });

  test('refuses what ends in the middle: a part of it would match more', () => {
    const whole = concatBytes([element(0x00100010, 'PN', 'Moreau^Ada'), element(0x00100020, 'LO', 'P1')]);
    for (const end of [3, 12, 20, whole.length - 1])
      expect(() => readWorklistQuery(whole.subarray(0, end), EXPLICIT)).toThrow(UnreadableQueryError);
  });

  test('matches everything where nothing is sent', () => {
    expect(readWorklistQuery(undefined, EXPLICIT)).toMatchObject({ keys: {}, procedure: [] });
  });
});
