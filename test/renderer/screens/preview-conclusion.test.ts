import { expect, test } from 'vitest';
import { conclusionOf } from '#renderer/screens/worklist/preview/extract-impression.ts';
import { withNodeDom } from '#test/support/node-dom.ts';

const html =
  '<h2 data-section-code="59776-5">Findings</h2><p>Nodule.</p>' +
  '<h2 data-section-code="19005-8">Impression</h2><p>Response.</p><p>Response.</p>' +
  '<ul><li>One<ul><li>deeper</li></ul></li><li>two</li></ul>' +
  '<table><tbody><tr><td>Nodule</td><td>12 mm</td></tr></tbody></table>' +
  '<h2 data-section-code="18783-1">Recommendation</h2><p>None.</p>' +
  '<h2>Nachtrag, 27.11.2026 18:00, Dr A. Roe</h2><p>Small effusion.</p><p>Told.<br>Twice.</p>';

test('a preview has a line for each paragraph, item and row, and what was added since', () => {
  withNodeDom(() =>
    expect(conclusionOf(html)).toEqual({
      impression: ['Response.', 'Response.', 'One', 'deeper', 'two', 'Nodule, 12 mm'],
      additions: [
        { title: 'Nachtrag, 27.11.2026 18:00, Dr A. Roe', lines: ['Small effusion.', 'Told.', 'Twice.'] },
      ],
    }),
  );
  expect(conclusionOf(null)).toEqual({ impression: [], additions: [] });
});
