import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createReportEditor, deriveHtml, htmlOfEditor } from '#report/dom/derive-html.ts';
import { blocksFromHtml, stateFromHtml } from '#report/dom/import-html.ts';
import { writeHtml } from '#report/html/write-html.ts';
import { parseLexicalState } from '#report/nodes/lexical-state.ts';
import { sameText, textOfHtml, textOfState } from '#report/plain-text.ts';
import { reportFromHtml, reportFromMarkdown, reportFromText } from '#report/pure/build-report-without-dom.ts';
import { canonicalHtml } from '#report/pure/canonical-html.ts';
import { runs } from '#test/support/depth.ts';
import { withNodeDom } from '#test/support/node-dom.ts';
import { WHOLE } from './states.ts';

describe('tables, nested lists and fields', () => {
  test('survive HTML to state to HTML, byte for byte', () => {
    const state = withNodeDom(() => stateFromHtml(WHOLE));
    expect(withNodeDom(() => deriveHtml(state))).toBe(WHOLE);
    expect(sameText(textOfState(state), textOfHtml(WHOLE))).toBe(true);
  });

  test('survive the canonical form and the DOM reading of it unchanged', () => {
    expect(canonicalHtml(WHOLE)).toBe(WHOLE);
    expect(withNodeDom(() => writeHtml(blocksFromHtml(WHOLE)))).toBe(WHOLE);
  });

  test('survive a state written, read and derived again', () => {
    const { report_lexical } = reportFromHtml(WHOLE);
    expect(withNodeDom(() => deriveHtml(parseLexicalState(report_lexical)))).toBe(WHOLE);
  });

  test('survive in a live editor', () => {
    const html = withNodeDom(() => {
      const editor = createReportEditor();
      editor.setEditorState(editor.parseEditorState(JSON.stringify(stateFromHtml(WHOLE))));
      return htmlOfEditor(editor);
    });
    expect(html).toBe(WHOLE);
  });

  test('survive the builders', () => {
    expect(reportFromHtml(WHOLE).report_html).toBe(WHOLE);
    const markdown = '## Findings\n\n- a\n  - b\n\n| Organ | mm |\n|---|---|\n| Liver | **120** |\n';
    expect(reportFromMarkdown(markdown).report_html).toBe(
      '<h2>Findings</h2><ul><li>a<ul><li>b</li></ul></li></ul>' +
        '<table><tbody><tr><th>Organ</th><th>mm</th></tr><tr><td>Liver</td><td><strong>120</strong></td></tr></tbody></table>',
    );
  });
});

describe('stateFromHtml', () => {
  test('says the same as its HTML, in the state and in what is derived from it', () => {
    const names = ['p', 'b', 'div', 'table', 'tr', 'td', 'ul', 'li', 'ol', 'h2', 'blockquote'];
    const piece = fc.oneof(
      fc.constantFrom(...names.flatMap((name) => [`<${name}>`, `</${name}>`])),
      fc.constantFrom('<br>', '<hr>', ' ', 'x', 'yy', 'z w', '<a href="#x">', '</a>', '<td colspan="2">'),
      fc.constantFrom('<span data-field="f1">', '</span>'),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 25 }), (pieces) => {
        const given = canonicalHtml(pieces.join(''));
        const state = withNodeDom(() => stateFromHtml(given));
        const derived = withNodeDom(() => deriveHtml(state));
        expect(canonicalHtml(derived)).toBe(derived);
        expect(sameText(textOfHtml(derived), textOfHtml(given))).toBe(true);
        expect(sameText(textOfState(state), textOfHtml(given))).toBe(true);
      }),
      runs(300),
    );
  });
});

describe('builders', () => {
  test('always give both fields, with the same text', () => {
    for (const report of [reportFromMarkdown(''), reportFromText(''), reportFromHtml('<script>x</script>')]) {
      expect(JSON.parse(report.report_lexical).root.children).toHaveLength(1);
      expect(report.report_html).toBe('<p><br></p>');
    }
  });

  test('reportFromText keeps paragraphs and lines and takes no markup', () => {
    expect(reportFromText('a <b> & c\r\nd\n\ne').report_html).toBe('<p>a &lt;b&gt; &amp; c<br>d</p><p>e</p>');
  });

  test('reportFromMarkdown takes no scripts from embedded HTML', () => {
    expect(
      reportFromMarkdown('a <img src=x onerror=y> [l](javascript:z)\n\n<script>s</script>').report_html,
    ).toBe('<p>a l</p>');
  });
});
