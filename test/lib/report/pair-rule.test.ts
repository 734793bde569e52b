import { describe, expect, test } from 'vitest';
import { VaultError } from '#contract/errors/vault-error.ts';
import {
  normaliseReportForms as normalise,
  normaliseWithoutSanitiser,
} from '#report/normalise-report-forms.ts';
import { stateOf, textNode } from './states.ts';

const LEXICAL = stateOf([{ type: 'paragraph', children: [textNode('No acute finding.')] }]);

describe('normalisePair', () => {
  test('keeps both fields when their texts agree, the HTML in canonical form', () => {
    const pair = normalise({
      report_lexical: LEXICAL,
      report_html: '<div onclick="x()">No <b>acute</b>\n finding.</div>',
    });
    expect(pair).toEqual({
      report_lexical: LEXICAL,
      report_html: '<p>No <strong>acute</strong> finding.</p>',
    });
  });

  test('derives the HTML when the texts differ', () => {
    const pair = normalise({ report_lexical: LEXICAL, report_html: '<p>Acute finding.</p>' });
    expect(pair).toEqual({ report_lexical: LEXICAL, report_html: '<p>No acute finding.</p>' });
  });

  test('tells "1 0 mm" from "10 mm": white space between words is not white space aside', () => {
    const state = stateOf([{ type: 'paragraph', children: [textNode('10 mm')] }]);
    expect(normalise({ report_lexical: state, report_html: '<p>1 0 mm</p>' }).report_html).toBe(
      '<p>10 mm</p>',
    );
  });

  test('derives the HTML when only the state is given', () => {
    expect(normalise({ report_lexical: LEXICAL }).report_html).toBe('<p>No acute finding.</p>');
    expect(normalise({ report_lexical: LEXICAL, report_html: null }).report_html).toBe(
      '<p>No acute finding.</p>',
    );
  });

  test('builds a state that is not empty when only HTML is given, an empty one included', () => {
    const pair = normalise({ report_html: '<h2>Findings</h2><table><tr><td>3 mm</td></tr></table>' });
    expect(pair.report_html).toBe('<h2>Findings</h2><table><tbody><tr><td>3 mm</td></tr></tbody></table>');
    expect(
      JSON.parse(pair.report_lexical ?? '').root.children.map((node: { type: string }) => node.type),
    ).toEqual(['heading', 'table']);
    expect(JSON.parse(normalise({ report_html: '' }).report_lexical ?? '').root.children).toHaveLength(1);
  });

  test('is null twice when neither is given', () => {
    expect(normalise({})).toEqual({ report_lexical: null, report_html: null });
  });

  test('answers what it answered before when given its own answer', () => {
    const once = normalise({ report_html: '<ul><li>a<ul><li>b</li></ul></li></ul><p>c &amp; d</p>' });
    expect(normaliseWithoutSanitiser(once)).toEqual(once);
  });

  test('refuses what is no editor state as invalid_request', () => {
    for (const report_lexical of ['', '{}', '[]', 'null', '{"root":{}}', '<p>x</p>']) {
      expect(() => normalise({ report_lexical, report_html: '<p>x</p>' })).toThrow(VaultError);
    }
  });
});

describe('fastPath', () => {
  test('answers as normalisePair does for HTML in the strict grammar', () => {
    for (const given of [{ report_lexical: LEXICAL }, { report_html: '<p>x</p>' }, {}]) {
      expect(normaliseWithoutSanitiser(given)).toEqual(normalise(given));
    }
  });

  test('leaves to the sanitiser what is not', () => {
    expect(normaliseWithoutSanitiser({ report_html: '<P>x</P>' })).toBeNull();
    expect(
      normaliseWithoutSanitiser({ report_lexical: LEXICAL, report_html: '<p onclick="x()" id=y>x' }),
    ).toBeNull();
  });
});

describe('the size of a report', () => {
  test('is bounded where a state in bounds says more HTML than may be', () => {
    const ampersands = stateOf([{ type: 'paragraph', children: [textNode('&'.repeat(1024 * 1024))] }]);
    expect(() => normalise({ report_lexical: ampersands })).toThrow('report_html becomes larger');
    const html = `<p>${'&amp;'.repeat(500)}</p>`;
    expect(normalise({ report_html: html }).report_html).toBe(html);
  });

  test('is bounded in depth: HTML nested deeper than a state may be is refused', () => {
    const nested = `${'<ul><li>'.repeat(60)}deep${'</li></ul>'.repeat(60)}`;
    expect(() => normalise({ report_html: nested })).toThrow('deeper than 100 levels');
  });
});
