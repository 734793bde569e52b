import { describe, expect, test } from 'vitest';
import { appliedChecks, checkQuality, type QualityInput } from '#report/checks/quality-checks.ts';
import type { LexicalNodeJson } from '#report/nodes/lexical-state.ts';
import { type FieldMeta, fieldMeta } from '#report/state/field-meta.ts';
import { element, paragraph, parsedState } from '#test/lib/report/states.ts';

function heading(title: string, code: string): LexicalNodeJson {
  return { ...element('heading', title), tag: 'h2', $: { section_code: code } };
}

function field(meta: Partial<FieldMeta>, text = '___'): LexicalNodeJson {
  return { ...element('report-field', text), field: fieldMeta(meta) };
}

function report(findings: string, impression: string, ...more: readonly LexicalNodeJson[]) {
  return parsedState(
    heading('Findings', '59776-5'),
    paragraph(findings),
    heading('Impression', '19005-8'),
    paragraph(impression),
    ...more,
  );
}

const SAFE = { has_patient: true, critical_untold: false, kept_blocks: 0 } as const;

function check(state: QualityInput['state'], rest: Partial<QualityInput> = {}) {
  return checkQuality({
    state,
    title: 'CT thorax',
    exam_date: '2026-03-02',
    biological_sex: null,
    ...SAFE,
    now: new Date('2026-03-02T12:00:00Z'),
    ...rest,
  });
}

function codes(state: QualityInput['state'], rest: Partial<QualityInput> = {}): string[] {
  return check(state, rest).map((finding) => finding.code);
}

describe('checkQuality', () => {
  test('finds nothing in a sound report', () => {
    expect(
      check(report('Liver normal. Cyst of 12 x 14 mm in the right kidney.', 'Simple cyst, right kidney.')),
    ).toEqual([]);
  });

  test('blocks for a field that must be filled, warns for one that should, is silent for the rest', () => {
    const state = report(
      'Normal.',
      'Normal.',
      paragraph(
        field({ id: 'a', label: 'Silent' }),
        field({ id: 'b', label: 'Should', completion: 'alert' }),
      ),
      paragraph(field({ id: 'c', label: 'Must', completion: 'prohibit' })),
      paragraph(field({ id: 'd', label: 'Done', completion: 'prohibit', filled: true }, 'x')),
    );
    expect(check(state).filter(({ code }) => code === 'field_unfilled')).toEqual([
      {
        code: 'field_unfilled',
        severity: 'block',
        params: { label: 'Must' },
        target: { kind: 'field', ordinal: 2 },
      },
      {
        code: 'field_unfilled',
        severity: 'warn',
        params: { label: 'Should' },
        target: { kind: 'field', ordinal: 1 },
      },
    ]);
  });

  test('checks filled numbers against what the field takes; a comma is a point', () => {
    const number = (text: string) =>
      report(
        'Normal.',
        'Normal.',
        paragraph(field({ id: 'n', kind: 'number', min: 1, max: 5, filled: true }, text)),
      );
    expect(codes(number('4,5'))).toEqual([]);
    expect(codes(number('4.5 cm'))).toEqual([]);
    expect(codes(number('45'))).toEqual(['field_out_of_range']);
    expect(codes(number('some'))).toEqual(['field_not_a_number']);
  });

  test('misses an impression, and sees one that is empty or only blank', () => {
    expect(codes(parsedState(paragraph('Text.')))).toEqual(['impression_missing']);
    expect(codes(report('Normal.', ''))).toEqual(['impression_empty']);
    expect(codes(report('Normal.', '-'))).toEqual(['impression_empty']);
    expect(codes(parsedState())).toEqual(['report_empty']);
    expect(check(report('Normal.', ''))[0]).toMatchObject({ severity: 'block' });
  });

  test('sees what a template left open in the text, and takes [1] for a reference', () => {
    expect(
      check(report('Size [mm] as in [1] and [2, 3].', 'Unchanged.')).map(({ params }) => params['text']),
    ).toEqual(['[mm]']);
    expect(codes(report('Size ___ mm.', 'Unchanged.'))).toEqual(['placeholder_left']);
    expect(codes(report('Liver XXX, TODO.', 'Unchanged ???'))).toEqual(Array(3).fill('placeholder_left'));
  });

  test.each([
    ['Fracture of the left hip.', 'Fracture of the right hip.', 'right'],
    ['Fraktur linksseitig.', 'Fraktur rechts.', 'right'],
    ['Erguss rechts.', 'Beidseitiger Erguss.', 'left'],
  ])('findings %j do not carry impression %j', (findings, impression, side) => {
    expect(check(report(findings, impression))).toContainEqual(
      expect.objectContaining({
        code: 'side_mismatch',
        params: { side, part: 'impression', against: 'findings' },
      }),
    );
  });

  test('holds the title against the text', () => {
    const state = report('The right knee shows a small effusion.', 'Effusion.');
    expect(codes(state, { title: 'MR knee left' })).toEqual(['side_mismatch']);
    expect(codes(state, { title: 'MR knee right' })).toEqual([]);
    expect(codes(report('Both knees normal.', 'Normal on both sides.'), { title: 'MR Knie links' })).toEqual(
      [],
    );
  });

  test('sees organs the patient does not have, in both languages', () => {
    expect(check(report('Prostate normal.', 'Normal.'), { biological_sex: 'female' })[0]).toMatchObject({
      code: 'sex_organ_mismatch',
      params: { word: 'Prostate', sex: 'female' },
    });
    expect(codes(report('Gebärmutter regelrecht.', 'Regelrecht.'), { biological_sex: 'männlich' })).toEqual([
      'sex_organ_mismatch',
    ]);
    expect(codes(report('Uterus normal.', 'Normal.'), { biological_sex: 'F' })).toEqual([]);
    expect(codes(report('Uterus normal.', 'Normal.'), { biological_sex: null })).toEqual([]);
  });

  test('sees an exam in the future; today is not the future', () => {
    const state = report('Normal.', 'Normal.');
    expect(codes(state, { exam_date: '2026-03-04' })).toEqual(['exam_date_in_future']);
    expect(codes(state, { exam_date: '2026-03-02T00:00:00.000Z' })).toEqual([]);
    expect(codes(state, { exam_date: '2026-03-02T18:00:00.000Z' })).toEqual(['exam_date_in_future']);
  });

  test.each([
    ['Nodule of .6 cm.', 'leading_zero_missing', '.6 cm'],
    ['Herd von ,8 cm.', 'leading_zero_missing', ',8 cm'],
    ['Cyst measuring 12.', 'unit_missing', 'measuring 12'],
    ['Zyste, Durchmesser 14, glatt.', 'unit_missing', 'Durchmesser 14'],
    ['Cyst 12 x 14 in segment 4.', 'unit_missing', '12 x 14'],
    ['Nodule of 12 in segment 4.', 'unit_missing', 'Nodule of 12'],
    ['Rundherd 3,4 rechts.', 'unit_missing', 'Rundherd 3,4'],
    ['Nodule of 4, unchanged.', 'unit_missing', 'Nodule of 4'],
    ['There is a 12 nodule.', 'unit_missing', 'a 12'],
    ['Size 12, unchanged.', 'unit_missing', 'Size 12'],
    ['Nodule in the left lobe, 12.', 'unit_missing', 'Nodule in the left lobe, 12'],
    ['Ein 8 großer Herd rechts.', 'unit_missing', 'Ein 8'],
  ])('in %j finds %s', (findings, code, text) => {
    expect(check(report(findings, 'Nodule. Cyst.'))).toContainEqual(
      expect.objectContaining({ code, params: { text } }),
    );
  });

  test.each([
    '0.6 cm nodule',
    'measuring 12 mm',
    '12 x 14 x 9 mm',
    'Durchmesser 1,4 cm',
    'size 3,5 × 2,1 cm',
    'v1.2',
    'Lesion 2 in segment 4',
    'Nodule of 12 mm',
    'Nodule 12 weeks ago',
    'Node 2026-01-12',
  ])('takes %j as it is', (findings) => {
    expect(codes(report(findings, 'Nodule.'))).toEqual([]);
  });

  test('warns of an important finding the impression does not name, a denied one not', () => {
    expect(check(report('Small left pneumothorax. No fracture.', 'Pleural line seen.'))).toEqual([
      expect.objectContaining({
        code: 'finding_not_in_impression',
        severity: 'warn',
        params: { word: 'pneumothorax' },
      }),
    ]);
    expect(codes(report('Kein Pneumothorax.', 'Unauffällig.'))).toEqual([]);
  });

  test('points at the very words, counted among the same words', () => {
    const state = report('Fracture left. Again [mm] and [mm].', 'Fracture on the right.');
    const targets = check(state).map(({ code, target }) => ({ code, target }));
    expect(targets).toEqual([
      { code: 'placeholder_left', target: { kind: 'words', text: '[mm]', nth: 0, within: null } },
      { code: 'placeholder_left', target: { kind: 'words', text: '[mm]', nth: 1, within: null } },
      { code: 'side_mismatch', target: { kind: 'words', text: 'right', nth: 0, within: '19005-8' } },
    ]);
  });

  test('an open field does not shift the words behind it', () => {
    const open = field({ id: 'a', default_text: '[mm]' }, '[mm]');
    const state = report('Normal.', 'Normal.', paragraph(open, 'and [mm] here'));
    const left = check(state).filter(({ code }) => code === 'placeholder_left');
    expect(left.map(({ target }) => target)).toEqual([{ kind: 'words', text: '[mm]', nth: 1, within: null }]);
  });

  test('a check counts as passed only where it had something to look at', () => {
    const applied = (state: QualityInput['state'], rest: Partial<QualityInput> = {}) => [
      ...appliedChecks({
        state,
        title: null,
        exam_date: null,
        biological_sex: null,
        ...SAFE,
        now: new Date(),
        ...rest,
      }),
    ];
    expect(applied(parsedState())).toEqual([]);
    expect(applied(report('Normal.', ''))).toEqual(['impression', 'placeholder']);
    expect(applied(report('Fracture, 12 mm, left.', ''))).toEqual(['impression', 'unit', 'placeholder']);
    expect(applied(report('Fracture, 1.2 cm, left.', 'Fracture left.'), { biological_sex: 'f' })).toEqual([
      'impression',
      'unit',
      'zero',
      'sex',
      'side',
      'placeholder',
      'findings',
      'decimals',
    ]);
  });
});
