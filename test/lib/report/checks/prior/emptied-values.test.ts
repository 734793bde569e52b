/** Tests that a value of today left empty beside the prior's is never signed, nor printed as the prior's value alone. */
import { describe, expect, test } from 'vitest';
import { checkQuality } from '#report/checks/quality-checks.ts';
import type { LexicalNodeJson } from '#report/nodes/lexical-state.ts';
import { textOfHtml } from '#report/plain-text.ts';
import { htmlOfState } from '#report/pure/html-from-state.ts';
import { htmlForReaders } from '#report/reader-html.ts';
import { copySectionAsPrior } from '#report/review/prior/copy-as-prior.ts';
import { type FieldMeta, fieldMeta } from '#report/state/field-meta.ts';
import { element, paragraph, parsedState } from '#test/lib/report/states.ts';

const PRIORS = ['Prior', 'Vorbefund', 'Antérieur', 'Previo', 'Anterior'] as const;

function field(text: string, meta: Partial<FieldMeta>): LexicalNodeJson {
  return { ...element('report-field', text), field: fieldMeta({ id: 'f', filled: true, ...meta }) };
}

function copied(prior: string, ...nodes: readonly LexicalNodeJson[]) {
  const words = { prior, noUnit: '', today: 'Today', before: 'before 10 Feb 2026' };
  return parsedState(...copySectionAsPrior(nodes, words).nodes);
}

const printed = (state: ReturnType<typeof copied>, is_signed = false) =>
  textOfHtml(htmlForReaders(htmlOfState(state), { language: 'en', is_signed })).trim();

const found = (state: ReturnType<typeof copied>) =>
  checkQuality({
    state,
    title: 'CT',
    exam_date: null,
    biological_sex: null,
    has_patient: true,
    critical_untold: false,
    kept_blocks: 0,
    now: new Date('2026-03-02T12:00:00Z'),
  }).filter(({ code }) => code === 'value_empty' || code === 'field_unfilled' || code === 'optional_open');

const AORTA = paragraph('Aorta: ', field('38', { label: 'Aorta', kind: 'number', unit: 'mm' }), ' mm.');
const MARGIN = paragraph('Margin: ', field('smooth', { label: 'Margin', kind: 'select' }), '.');

describe('a value of today that was left empty', () => {
  test.each(PRIORS)('keeps its label beside the value of %s, on paper too', (prior) => {
    for (const is_signed of [false, true]) {
      expect(printed(copied(prior, AORTA), is_signed)).toBe(`Aorta: [not filled] mm (${prior}: 38 mm).`);
      expect(printed(copied(prior, MARGIN), is_signed)).toBe(`Margin: [not filled] (${prior}: smooth).`);
    }
  });

  test('names its field where the words before do not', () => {
    const html = htmlOfState(
      copied('Prior', paragraph('Seen: ', field('38', { label: 'Aorta', kind: 'number' }))),
    );
    expect(textOfHtml(htmlForReaders(html, { language: 'en', is_signed: false }))).toContain(
      'Seen: [Aorta: not filled] (Prior: 38)',
    );
  });

  test('made of a measured value, it repeats no words of its own line', () => {
    expect(printed(copied('Prior', paragraph('Cyst of 12 mm, 4 mm deep.')))).toBe(
      'Cyst of [not filled] mm (Prior: 12 mm), [not filled] mm (Prior: 4 mm) deep.',
    );
  });

  test.each(PRIORS)('blocks signing once for all of them, beside %s', (prior) => {
    expect(found(copied(prior, paragraph('Nodule of 18 mm.'), AORTA, MARGIN))).toEqual([
      {
        code: 'value_empty',
        severity: 'block',
        params: { count: '3', label: 'Today: Nodule of' },
        target: { kind: 'field', ordinal: 0 },
      },
    ]);
  });

  test('blocks though the prior’s value behind it was taken out', () => {
    const empty = field('___', { id: 'today', label: 'Today', completion: 'alert', filled: false });
    expect(found(parsedState(paragraph('Nodule of ', empty, ' mm.')))).toMatchObject([
      { code: 'value_empty', severity: 'block' },
    ]);
  });

  test('blocks no longer once it has a value', () => {
    const filled = field('21', { id: 'today', label: 'Today', kind: 'number' });
    expect(found(parsedState(paragraph('Nodule of ', filled, ' mm (Prior: 18 mm).')))).toEqual([]);
  });
});
