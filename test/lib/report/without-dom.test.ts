/**
 * Compares the server's conversions without a DOM with Lexical's own export and import: equal bytes for any state or
 * HTML.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { stateFromBlocks } from '#report/convert/state-from-blocks.ts';
import { deriveHtml } from '#report/dom/derive-html.ts';
import { blocksFromHtml } from '#report/dom/import-html.ts';
import { writeHtml } from '#report/html/write-html.ts';
import { type LexicalNodeJson, parseLexicalState } from '#report/nodes/lexical-state.ts';
import { reportFromMarkdown } from '#report/pure/build-report-without-dom.ts';
import { canonicalBlocks, canonicalHtml } from '#report/pure/canonical-html.ts';
import { htmlOfState } from '#report/pure/html-from-state.ts';
import { runs } from '#test/support/depth.ts';
import { withNodeDom } from '#test/support/node-dom.ts';
import { editorState, oddState } from './generated-states.ts';
import { importedByLexical } from './lexical-import.ts';
import { WHOLE } from './states.ts';

const FIXTURES = join(import.meta.dirname, '..', '..', 'fixtures');

function expectSameHtml(children: readonly LexicalNodeJson[]): void {
  const state = parseLexicalState(JSON.stringify({ root: { children } }));
  expect(htmlOfState(state)).toBe(withNodeDom(() => deriveHtml(state)));
}

function expectSameState(html: string): void {
  const state = stateFromBlocks(canonicalBlocks(html));
  expect(JSON.stringify(state)).toBe(importedByLexical(canonicalHtml(html)));
  expectSameHtml(state.root.children);
}

/** Returns every HTML text of the fixtures: templates, pasted documents, narratives of FHIR resources. */
function fixtureHtml(): [string, string][] {
  const found: [string, string][] = [];
  for (const folder of ['templates', 'paste', 'fhir', 'fhir-us-core']) {
    for (const name of readdirSync(join(FIXTURES, folder))) {
      const text = readFileSync(join(FIXTURES, folder, name), 'utf8');
      if (name.endsWith('.html')) found.push([name, text]);
      if (!name.endsWith('.json')) continue;
      for (const [, div = ''] of text.matchAll(/"div":\s*("(?:[^"\\]|\\.)*")/g)) {
        found.push([name, JSON.parse(div)]);
      }
    }
  }
  return found;
}

describe('htmlOfState', () => {
  test('writes one of everything as Lexical does', () => {
    expect(htmlOfState(stateFromBlocks(canonicalBlocks(WHOLE)))).toBe(WHOLE);
    expectSameState(WHOLE);
  });

  test('writes any state an editor could hold as Lexical does', () => {
    fc.assert(fc.property(editorState, expectSameHtml), runs(400));
  });

  test('writes any tree of nodes, in place or not, as Lexical does', () => {
    fc.assert(fc.property(oddState, expectSameHtml), runs(1000));
  });

  test.each([
    'list',
    'listitem',
    'table',
    'tablerow',
    'tablecell',
    'paragraph',
    'link',
    'report-field',
    'hologram',
  ])('writes the deepest nesting of %s as Lexical does', (type) => {
    let node: LexicalNodeJson = { type: 'text', text: 'x', format: 15 };
    for (let depth = 0; depth < 98; depth += 1) node = { type, children: [node] };
    expectSameHtml([node]);
  });

  test('fills the holes that a cell leaves in the rows it reaches into', () => {
    const ragged =
      '<table><tr><td>a</td><td>b</td><td rowspan="3">c</td></tr><tr><td>d</td></tr><tr></tr></table>';
    const state = stateFromBlocks(canonicalBlocks(ragged));
    expectSameHtml(state.root.children);
    expect(htmlOfState(state)).toBe(
      '<table><tbody><tr><td>a</td><td>b</td><td rowspan="3">c</td></tr><tr><td>d</td><td></td></tr></tbody></table>',
    );
  });

  test('gives up the reach of cells in a table made to cost', () => {
    const cells = Array.from({ length: 300 }, () => ({ type: 'tablecell', colSpan: 100, rowSpan: 100 }));
    const rows = Array.from({ length: 100 }, (_, y) => ({
      type: 'tablerow',
      children: y === 0 ? cells : [],
    }));
    const html = htmlOfState(
      parseLexicalState(JSON.stringify({ root: { children: [{ type: 'table', children: rows }] } })),
    );
    expect(html).not.toContain('rowspan');
  });

  test('keeps the text beside a nested list, where joining the lists around it would drop it', () => {
    const item = (...children: LexicalNodeJson[]) => ({ type: 'listitem', children });
    const list = (...children: LexicalNodeJson[]) => ({ type: 'list', listType: 'bullet', children });
    const text = (value: string) => ({ type: 'text', text: value });
    const lists = [list(item(list(item(text('one'))))), list(item(list(item(text('two'))), text('beside')))];
    expectSameHtml(lists);
    const html = htmlOfState(parseLexicalState(JSON.stringify({ root: { children: lists } })));
    expect(html).toBe('<ul><li><ul><li>one</li><li>two</li></ul></li><li>beside</li></ul>');
  });
});

describe('stateFromBlocks', () => {
  test.each(fixtureHtml())('makes of %s what Lexical makes of it', (_name, html) => expectSameState(html));

  test('makes of Markdown what Lexical makes of it', () => {
    const markdown =
      '# A\n\n- [x] done\n- [ ] open\n  1. one\n  2. two\n\n| a | b |\n|---|---|\n| **1** | [l](https://x.example) |\n\n> q\n';
    const { report_html, report_lexical } = reportFromMarkdown(markdown);
    expect(importedByLexical(report_html)).toBe(report_lexical);
  });

  test('counts bullets anew behind a table that parts their list, and goes on with numbers', () => {
    for (const tag of ['ul', 'ol']) expectSameState(`<${tag}><li>a<table><tr><td>b</td></tr></table>c`);
    expectSameState('<ul><li>a<span data-field="f1" data-field-label="a"><table><td colspan="2"></span><br>');
  });

  test('joins what is raised with what is raised and lowered', () => {
    for (const html of ['<sup>x<sub>yy', '<sub><sup>x</sup></sub><sup>y</sup>', '<sub>x<sup>yy'])
      expectSameState(html);
  });

  test('makes of any mixture of tags what Lexical makes of it', () => {
    const names = 'p b i u s code mark sub sup div table tr td th ul li ol h2 blockquote'.split(' ');
    const piece = fc.oneof(
      fc.constantFrom(...names.flatMap((name) => [`<${name}>`, `</${name}>`])),
      fc.constantFrom('<br>', '<hr>', ' ', 'x', 'yy', 'z w', ' x ', '\u00a0', '<a href="#x">', '</a>'),
      fc.constantFrom('<td colspan="2">', '<td rowspan="3">', '<ol start="3">', '<ul><li>', '</li></ul>'),
      fc.constantFrom('<ul><li>a', '<ol><li>b', '<span data-field="f1" data-field-label="a">', '</span>'),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 25 }), (pieces) => expectSameState(pieces.join(''))),
      runs(600),
    );
  });
});

describe('canonical HTML', () => {
  test('reads the same by the DOM, line ends in attributes too', () => {
    const given = '<p><span data-field="f" data-field-label="a\r\nb\rc">x</span></p>';
    const html = canonicalHtml(given);
    expect(html).toContain('"a\nb\nc"');
    expect(withNodeDom(() => writeHtml(blocksFromHtml(html)))).toBe(html);
  });
});
