import { expect, test } from 'vitest';
import { removeOpenFields } from '#renderer/editor/fields/removal/remove-open-fields.ts';
import { createReportEditor } from '#report/dom/derive-html.ts';
import { textOfState } from '#report/plain-text.ts';
import { reportFromHtml } from '#report/pure/build-report-without-dom.ts';

test('taking out open fields leaves an empty value of today beside the prior’s to the person', () => {
  const editor = createReportEditor();
  const html =
    '<p><span data-field="f" data-field-label="Aorta">___</span> mm (Prior: 18 mm)</p>' +
    '<p>Width: <span data-field="g" data-field-label="Width">___</span></p>';
  editor.setEditorState(editor.parseEditorState(reportFromHtml(html).report_lexical));
  expect(removeOpenFields(editor)).toBe(1);
  const left = textOfState(JSON.parse(JSON.stringify(editor.getEditorState())));
  expect(left.trim()).toBe('___ mm (Prior: 18 mm)');
});
