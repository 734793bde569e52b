import { readdirSync, readFileSync } from 'node:fs';
import { buildEditorFromExtensions } from '@lexical/extension';
import { describe, expect, test } from 'vitest';
import { htmlOfEditor } from '#report/dom/derive-html.ts';
import { $createReportFieldNode } from '#report/nodes/field-node.ts';
import { REPORT_NODES, ReportExtension } from '#report/nodes/report-node-set.ts';
import { reportFromHtml } from '#report/pure/build-report-without-dom.ts';
import { withNodeDom } from '#test/support/node-dom.ts';

function nodeModules(path: string): URL {
  return new URL(`../../../../node_modules/${path}`, import.meta.url);
}

describe('ReportExtension', () => {
  test('knows every node type the headless editor knows', () => {
    const types = withNodeDom(() => {
      using editor = buildEditorFromExtensions(ReportExtension);
      return REPORT_NODES.filter((node) => !editor.hasNode(node)).map((node) => node.getType());
    });
    expect(types).toEqual([]);
  });

  test('derives from an editor what the headless editor derives, section codes and fields included', () => {
    const { report_lexical, report_html } = reportFromHtml(
      '<h2 data-section-code="59776-5">Findings</h2><p>Size <span data-field="f" data-field-kind="number">3</span> mm</p>' +
        '<table><tr><th>a</th></tr><tr><td>b</td></tr></table>',
    );
    const html = withNodeDom(() => {
      using editor = buildEditorFromExtensions(ReportExtension);
      editor.setEditorState(editor.parseEditorState(report_lexical));
      return htmlOfEditor(editor);
    });
    expect(html).toBe(report_html);
  });

  test('a new field shows its default or the blank, and is filled by filling it', () => {
    const seen = withNodeDom(() => {
      using editor = buildEditorFromExtensions(ReportExtension);
      const texts: [string, boolean][] = [];
      editor.update(
        () => {
          const blank = $createReportFieldNode({ id: 'a' });
          const preset = $createReportFieldNode({ id: 'b', default_text: 'normal' });
          for (const field of [blank, preset, $createReportFieldNode({ id: 'c' }).fill('12')]) {
            texts.push([field.getTextContent(), field.getField().filled]);
          }
        },
        { discrete: true },
      );
      return texts;
    });
    expect(seen).toEqual([
      ['___', false],
      ['normal', false],
      ['12', true],
    ]);
  });
});

describe('the Lexical packages', () => {
  test('are all of one version, once in the tree: two would be two sets of nodes', () => {
    const names = ['lexical', ...readdirSync(nodeModules('@lexical')).map((name) => `@lexical/${name}`)];
    const versions = names.map(
      (name) => JSON.parse(readFileSync(nodeModules(`${name}/package.json`), 'utf8')).version,
    );
    expect(new Set(versions)).toEqual(new Set(['0.52.0']));
    const nested = names.filter((name) => {
      try {
        return readdirSync(nodeModules(`${name}/node_modules`)).some((inner) => /lexical/.test(inner));
      } catch {
        return false;
      }
    });
    expect(nested).toEqual([]);
  });
});
