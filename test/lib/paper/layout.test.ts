/** Tests the head and closing block of a printed report by its signatures. */
import { describe, expect, test } from 'vitest';
import { utcDates } from '#paper/format-dates.ts';
import { layOutPaper } from '#paper/layout.ts';
import { PRINT_LABELS } from '#paper/print-labels.ts';

const signatureOf = (report: Readonly<Record<string, unknown>>) => {
  const layout = layOutPaper(
    {
      vault_name: 'Northgate Imaging',
      record: { title: 'CT', modality: 'CT', exam_date: null, custom_attributes: { report } },
      patient: undefined,
      version: undefined,
      seq: 1,
      is_draft: false,
      prepared_by: 'ct-import',
      signatures: [],
    },
    PRINT_LABELS.en,
    utcDates('en'),
  );
  return {
    signature: layout.closing.facts.find(({ label }) => label === 'Signature')?.value,
    foot: layout.foot.note,
    watermark: layout.watermark,
  };
};

describe('layOutPaper', () => {
  test('a report that came final from elsewhere says that nobody is recorded, not that it is not yet signed', () => {
    expect(signatureOf({ status: 'final' })).toEqual({
      signature: 'none recorded here; the status is that of its source',
      foot: 'Final',
      watermark: undefined,
    });
    expect(signatureOf({ status: 'final', signed_by: 'Dr Roe' }).signature).toBe('Dr Roe');
  });

  test('one that is signed names who and when; one that is not final is not yet signed', () => {
    const signed = { status: 'final', signed_by: 'Dr Roe', signed_at: '2026-05-12T15:12:00.000Z' };
    expect(signatureOf(signed).signature).toMatch(/^Dr Roe, .*15:12/);
    const { signature, foot } = signatureOf({ status: 'preliminary' });
    expect(signature).toContain('not yet signed');
    expect(foot).toBe('Preliminary, not yet signed');
  });

  test('an exam nobody has read is to report, and no preliminary report', () => {
    expect(signatureOf({})).toEqual({
      signature: 'To report: nobody has read this exam yet',
      foot: 'To report: nobody has read this exam yet',
      watermark: 'TO REPORT',
    });
  });

  test.each(['entered-in-error', 'cancelled'])(
    'a report %s is withdrawn on every part of the page',
    (status) => {
      expect(signatureOf({ status, signed_by: 'Dr Roe', signed_at: '2026-05-12T15:12:00.000Z' })).toEqual({
        signature: 'withdrawn, entered in error; nothing on this page is valid',
        foot: 'Entered in error',
        watermark: 'WITHDRAWN',
      });
    },
  );
});
