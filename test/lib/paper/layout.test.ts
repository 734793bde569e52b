/** Tests the head and closing block of a printed report by its signatures. */
import { describe, expect, test } from 'vitest';
import { paperDates } from '#paper/format-dates.ts';
import { layOutPaper, type PaperFacts } from '#paper/layout.ts';
import { PRINT_LABELS } from '#paper/print-labels.ts';

type PaperSignature = PaperFacts['signatures'][number];

/** A signature of the printed version by somebody of that name. */
function signatureBy(display_name: string, signer: object = { kind: 'person' }): PaperSignature {
  return {
    version_id: VERSION.version_id,
    seq: 1,
    same_versions: [],
    subject: null,
    intent: 'final',
    signed_at: '2026-05-12T16:00:00.000Z',
    signed_by: { display_name },
    signer,
    file: { statement: { key_fingerprint: 'ab'.repeat(32), signer_name: display_name } },
  } as unknown as PaperSignature;
}

const VERSION = {
  version_id: 'v1',
  created_at: '2026-05-12T15:12:00.000Z',
  sha256: 'ab'.repeat(32),
} as PaperFacts['version'] & object;

const signatureOf = (
  report: Readonly<Record<string, unknown>>,
  signatures: readonly PaperSignature[] = [],
) => {
  const layout = layOutPaper(
    {
      vault_name: 'Northgate Imaging',
      record: { title: 'CT', modality: 'CT', exam_date: null, custom_attributes: { report } },
      patient: undefined,
      version: signatures.length > 0 ? VERSION : undefined,
      seq: 1,
      is_draft: false,
      prepared_by: 'ct-import',
      signatures,
    },
    PRINT_LABELS.en,
    paperDates({ language: 'en', time_zone: 'UTC' }),
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
    expect(signatureOf({ status: 'final', signed_by: 'Dr Roe' }).signature).toBe(
      'Dr Roe, as stated with the report; no signature on this page proves it',
    );
  });

  const signed = { status: 'final', signed_by: 'Dr Roe', signed_at: '2026-05-12T15:12:00.000Z' };

  test('a signer whom only the record states is told as that; one who signed stands alone', () => {
    expect(signatureOf(signed).signature).toMatch(
      /^Dr Roe, .*15:12.*, as stated with the report; no signature/,
    );
    expect(signatureOf(signed, [signatureBy('Dr Roe')]).signature).toMatch(/^Dr Roe, [^,]*15:12[^,]*$/);
    const both = [signatureBy('Dr Roe'), signatureBy('Dr Co-signer')];
    expect(signatureOf(signed, both).signature).toMatch(/^Dr Roe, [^,]*15:12[^,]*$/);
  });

  test('whoever signed is named, whomever the record states', () => {
    expect(signatureOf(signed, [signatureBy('Dr Other')]).signature).toMatch(/^Dr Other, [^,]*16:00[^,]*$/);
    const program = signatureBy('report import', { kind: 'sdk', issued_by: { display_name: 'Dr Chief' } });
    expect(signatureOf(signed, [program]).signature).toMatch(/report import.*Dr Chief.*16:00/);
  });

  test('with an addendum, the signature of the report it was added to stands beside its own', () => {
    const of = (name: string, version_id: string, seq: number, intent: string) =>
      ({ ...signatureBy(name), version_id, seq, intent }) as PaperSignature;
    const addendum = of('Dr Stand', 'v1', 3, 'addendum');
    const all = [of('Dr Old', 'a', 1, 'final'), of('Dr Roe', 'b', 2, 'amended'), addendum];
    const { signature } = signatureOf({ ...signed, status: 'appended', signed_by: 'Dr Stand' }, all);
    expect(signature).toMatch(
      /^Amendment signed by Dr Roe, .*16:00.*, version 2; Addendum signed by Dr Stand, .*16:00[^;]*$/,
    );
    expect(signature, 'an amended text is no longer the one signed before').not.toContain('Dr Old');
    const amended = of('Dr Roe', 'v1', 3, 'amended');
    expect(signatureOf(signed, [of('Dr Old', 'a', 1, 'final'), amended]).signature).not.toContain('Dr Old');
  });

  test('one that is not final is not yet signed', () => {
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

  test('a report of an invented patient never looks real: in every state the page and its foot say SAMPLE', () => {
    for (const status of ['final', 'preliminary', 'amended', 'entered-in-error']) {
      for (const is_draft of [false, true]) {
        const { watermark, foot } = layOutPaper(
          {
            vault_name: 'Northgate Imaging',
            record: {
              title: 'CT',
              modality: 'CT',
              exam_date: null,
              custom_attributes: { report: { status, signed_by: 'Dr Roe' }, sample_practice: true },
            },
            patient: undefined,
            version: VERSION,
            seq: 1,
            is_draft,
            prepared_by: 'Dr Roe',
            signatures: [signatureBy('Dr Roe')],
          },
          PRINT_LABELS.en,
          paperDates({ language: 'en', time_zone: 'UTC' }),
        );
        expect(watermark).toBe('SAMPLE');
        expect(foot.note).toMatch(/^SAMPLE, invented patient, /);
      }
    }
  });

  test('a result told after signing is a fact beside the text', () => {
    const facts = (status: string) =>
      layOutPaper(
        {
          vault_name: 'Northgate Imaging',
          record: { title: 'CT', modality: 'CT', exam_date: null, custom_attributes: { report: { status } } },
          patient: undefined,
          version: VERSION,
          seq: 2,
          is_draft: false,
          prepared_by: 'Dr Roe',
          signatures: [],
          critical: {
            category: 'red',
            finding: 'Pneumothorax',
            found_at: '2026-05-12T07:00:00.000Z',
            told_whom: 'Dr Stand',
            how: 'phone',
            told_at: '2026-05-12T09:10:00.000+02:00',
            told_by: 'Dr Roe',
            read_back: true,
          },
        },
        PRINT_LABELS.en,
        paperDates({ language: 'en', time_zone: 'UTC' }),
      ).closing.facts.find(({ label }) => label === 'Critical result')?.value;
    expect(facts('final')).toBe(
      'Pneumothorax. Told Dr Stand by telephone, 12 May 2026 09:10, by Dr Roe; read back. Noted beside the text of the report.',
    );
    expect(facts('entered-in-error')).toBeUndefined();
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
