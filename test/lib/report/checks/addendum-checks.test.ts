/** Tests that an addendum is compared with the signed text it adds to, and never blocked by it. */
import { describe, expect, test } from 'vitest';
import { appliedChecks, checkQuality } from '#report/checks/quality-checks.ts';
import type { LexicalNodeJson } from '#report/nodes/lexical-state.ts';
import { element, paragraph, parsedState } from '#test/lib/report/states.ts';

function heading(title: string, code = ''): LexicalNodeJson {
  return { ...element('heading', title), tag: 'h2', $: { section_code: code } };
}

const SIGNED = [
  heading('Findings', '59776-5'),
  paragraph('A nodule of 12 mm in the right upper lobe. No pleural effusion. No fracture.'),
  heading('Impression', '19005-8'),
  paragraph('Nodule on the right, 12 mm.'),
];

const cell = (text: string) => element('tablecell', paragraph(text));
const row = (...texts: readonly string[]) => element('tablerow', ...texts.map(cell));

function input(words: string, signed: readonly LexicalNodeJson[] = SIGNED, title = 'CT chest') {
  const kept = [...signed, heading('Addendum, 12 May 2026, Dr A. Roe')];
  return {
    state: parsedState(...kept, paragraph(words)),
    title,
    exam_date: '2026-03-02',
    biological_sex: null,
    has_patient: true,
    critical_untold: false,
    kept_blocks: kept.length,
    now: new Date('2026-03-02T12:00:00Z'),
  };
}

const found = (...args: Parameters<typeof input>) =>
  checkQuality(input(...args)).map(({ code, severity, params }) => ({ code, severity, of: params['of'] }));

const asked = (code: string) => ({ code, severity: 'warn', of: 'addendum' });

describe('checkQuality of an addendum', () => {
  test('asks about a finding on the other side than in the signed text', () => {
    expect(found('The nodule on the left should be followed.')).toEqual([asked('side_mismatch')]);
    const both = [paragraph('A nodule in the right upper lobe. Left kidney normal.')];
    expect(found('The nodule on the left should be followed.', both)).toEqual([
      asked('finding_side_mismatch'),
    ]);
    expect(found('The nodule on the right should be followed.')).toEqual([]);
  });

  test('asks about another size of it', () => {
    expect(found('The nodule measures 21 mm.')).toEqual([asked('size_contradicted')]);
    expect(found('The nodule measures 1.2 cm.')).toEqual([]);
  });

  test('asks about a finding the signed text denies', () => {
    expect(found('There is a fracture of the seventh rib.')).toEqual([asked('finding_contradicted')]);
    expect(found('A small cyst of the liver.')).toEqual([]);
  });

  test('asks about another length of a numbered lesion than the signed table has', () => {
    const table = element('table', row('Lesion', 'Today, mm'), row('1 Liver', '18'));
    const signed = [heading('Findings', '59776-5'), table];
    expect(found('Lesion 1 measures 21 mm.', signed)).toEqual([asked('measure_disagrees')]);
    expect(found('Lesion 1 measures 18 mm.', signed)).toEqual([]);
  });

  test('asks about the other side than the title names', () => {
    expect(found('Joint effusion on the right.', [paragraph('Normal.')], 'MR knee left')).toEqual([
      asked('side_mismatch'),
    ]);
  });

  test('leads to the words in the addendum, counted there alone', () => {
    const [finding] = checkQuality(input('The nodule on the left should be followed.'));
    expect(finding?.target).toEqual({ kind: 'words', text: 'left', nth: 0, within: null });
  });

  test('ticks the sides only where they were compared', () => {
    expect(appliedChecks(input('The nodule on the right should be followed.')).has('side')).toBe(true);
    expect(appliedChecks(input('Seen by the tumour board.')).has('side')).toBe(false);
  });
});
