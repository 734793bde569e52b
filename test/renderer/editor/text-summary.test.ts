import { describe, expect, test } from 'vitest';
import { summariseText } from '#renderer/editor/editing-session/text-summary.ts';
import { stateOfHtml } from './support.ts';

const FIELD = (id: string, filled: boolean, completion: string) =>
  `<span data-field="${id}" data-field-kind="text" data-field-completion="${completion}"${filled ? ' data-field-filled="true"' : ''}>x</span>`;

describe('summariseText', () => {
  test('counts fields per section, what blocks and what warns, and words', () => {
    const summary = summariseText(
      stateOfHtml(
        `<p>Before ${FIELD('a', false, 'alert')}</p><h2 data-section-code="59776-5">Findings</h2><p>${FIELD('b', true, 'prohibit')} and ${FIELD('c', false, 'prohibit')}</p><h2>Own</h2><p>End.</p>`,
      ),
    );
    expect(summary.sections).toEqual([
      { key: '59776-5', title: 'Findings', code: '59776-5', ordinal: 0, filled: 1, fields: 2 },
      { key: 'title:2:own', title: 'Own', code: null, ordinal: 1, filled: 0, fields: 0 },
    ]);
    expect(summary).toMatchObject({ fields: 3, openFields: 2, mustFill: 1, toCheck: 1, isLarge: false });
    expect(summary.words).toBe(8);
  });
});
