/** Tests that taking out sentences with an empty value never takes out half of one, nor what a person wrote today. */
import { describe, expect, test } from 'vitest';
import {
  countEmptiedSentences,
  removeEmptiedSentences,
} from '#renderer/editor/fields/removal/remove-emptied-sentences.ts';
import { createReportEditor } from '#report/dom/derive-html.ts';
import { textOfState } from '#report/plain-text.ts';
import { reportFromHtml } from '#report/pure/build-report-without-dom.ts';

const EMPTY = '<span data-field="today" data-field-completion="alert">___</span>';
const TYPED = '<span data-field="today" data-field-filled="true">12</span>';

function editorWith(...lines: readonly string[]) {
  const editor = createReportEditor();
  const html = lines
    .map((line) => `<p>${line.replaceAll('___', EMPTY).replaceAll('[12]', TYPED)}</p>`)
    .join('');
  editor.setEditorState(editor.parseEditorState(reportFromHtml(html).report_lexical));
  const text = () => textOfState(JSON.parse(JSON.stringify(editor.getEditorState()))).trim();
  return { editor, text };
}

describe('removeEmptiedSentences', () => {
  test.each([
    [
      'Milz normal. Fraktur der 5. Rippe, ___ mm (Vorbefund: 8 mm). Leber normal.',
      'Milz normal. Leber normal.',
    ],
    ['Der 3. Ventrikel ist ___ mm (Vorbefund: 8 mm) weit. Leber normal.', 'Leber normal.'],
    ['Kein V. a. Rezidiv bei Narbe von ___ mm (Vorbefund: 8 mm). Leber normal.', 'Leber normal.'],
    ['Nodule of ___ mm (Prior: 18 mm); small effusion. Liver normal.', 'small effusion. Liver normal.'],
    ['Cyst of ___ mm (Prior: 4 mm). Node of ___ mm (Prior: 6 mm). Liver normal.', 'Liver normal.'],
    ['Nodule of ___ mm (Prior: 18 mm), ___ mm (Prior: 4 mm) deep.', ''],
    ['Leber normal<br>Herd ___ mm (Vorbefund: 8 mm)<br>Milz normal', 'Leber normal\nMilz normal'],
  ])('%j becomes %j', (line, expected) => {
    const { editor, text } = editorWith(line);
    expect(countEmptiedSentences(editor).left).toBe(0);
    removeEmptiedSentences(editor);
    expect(text()).toBe(expected);
  });

  test.each([
    'Nodule of ___ mm (Prior: 18 mm), node of [12] mm (Prior: 9 mm).',
    'Nodule of ___ mm (Prior: 18 mm), node of 12 mm.',
    'Zysten etc. Herd ___ mm (Vorbefund: 8 mm).',
    'Milz o. B. Niere ___ mm (Vorbefund: 8 mm).',
    'Zyste von ___ mm (Vorbefund: 8 mm). 3 neue Herde.',
    'Zyste von ___ mm (Vorbefund: 8 mm)<br>in der Leber.',
    'Zyste in der Leber,<br>mit ___ mm (Vorbefund: 8 mm).',
  ])('%j is left, and its field selected', (line) => {
    const { editor, text } = editorWith(line);
    const before = text();
    expect(countEmptiedSentences(editor)).toEqual({ removable: 0, left: 1 });
    removeEmptiedSentences(editor);
    expect(text()).toBe(before);
    const selected = editor.getEditorState().read(() => editor.getEditorState()._selection?.getTextContent());
    expect(selected).toBe('___');
  });

  test('sentences are counted, not fields', () => {
    const { editor } = editorWith(
      'Cyst of ___ mm, ___ mm deep. Node of ___ mm, [12] mm deep.',
      'Aorta ___ mm.',
    );
    expect(countEmptiedSentences(editor)).toEqual({ removable: 2, left: 1 });
  });
});
