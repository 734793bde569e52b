import { describe, expect, test } from 'vitest';
import { VaultError } from '#contract/vault-error.ts';
import { deriveHtml } from '#report/derive-html.ts';
import { stateFromHtml } from '#report/import-html.ts';
import { withNodeDom } from '#report/node-dom.ts';
import { fastPath, type GivenPair, normalisePair } from '#report/normalise-pair.ts';
import { stateOf, textNode } from './states.ts';

const conversions = { deriveHtml, stateFromHtml };

function normalise(given: GivenPair) {
  return withNodeDom(() => normalisePair(given, conversions));
}

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
    expect(fastPath({ report_lexical: state, report_html: '<p>1 0 mm</p>' })).toBeNull();
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
    expect(fastPath(once)).toEqual(once);
  });

  test('refuses what is no editor state as invalid_request', () => {
    for (const report_lexical of ['', '{}', '[]', 'null', '{"root":{}}', '<p>x</p>']) {
      expect(() => normalise({ report_lexical, report_html: '<p>x</p>' })).toThrow(VaultError);
    }
  });
});

describe('fastPath', () => {
  test('leaves deriving to the caller', () => {
    expect(fastPath({ report_lexical: LEXICAL })).toBeNull();
    expect(fastPath({ report_html: '<p>x</p>' })).toBeNull();
  });

  test('needs no DOM for a pair that agrees', () => {
    expect(Reflect.has(globalThis, 'document')).toBe(false);
    expect(fastPath({ report_lexical: LEXICAL, report_html: '<p>No acute finding.</p>' })).toEqual({
      report_lexical: LEXICAL,
      report_html: '<p>No acute finding.</p>',
    });
  });
});
