import { $isTableNode } from '@lexical/table';
import { $getRoot, $isElementNode, type LexicalNode } from 'lexical';
import { expect, test } from 'vitest';
import { insertKeyImage } from '#renderer/editor/insert/key-image.ts';
import { createReportEditor } from '#report/dom/derive-html.ts';
import { parsePictureMeta } from '#report/state/picture-meta.ts';
import { stateOfHtml } from '#test/renderer/editor/support.ts';

const PICTURE = parsePictureMeta({ node_id: '0197a0c2-5b1e-7c3d-8f60-2a4b6c8d0e1f' });

function withCaretIn(html: string, $find: (root: LexicalNode) => LexicalNode | null) {
  const editor = createReportEditor();
  editor.setEditorState(editor.parseEditorState(JSON.stringify(stateOfHtml(html))));
  editor.update(
    () => {
      const node = $find($getRoot());
      if ($isElementNode(node)) node.selectEnd();
    },
    { discrete: true },
  );
  return editor;
}

test('a key image goes below the table whose cell has the caret, never into the cell', () => {
  const html = '<p>Above.</p><table><tbody><tr><td><p>1</p></td></tr></tbody></table><p>Below.</p>';
  const editor = withCaretIn(html, () => {
    const table = $getRoot().getChildren().find($isTableNode);
    const row = table?.getFirstChild();
    const cell = $isElementNode(row) ? row.getFirstChild() : null;
    return $isElementNode(cell) ? cell.getFirstChild() : null;
  });
  insertKeyImage(editor, PICTURE, { name: (number) => `Figure ${number}`, caption: 'Series 2' });
  editor.read(() =>
    expect(
      $getRoot()
        .getChildren()
        .map((node) => node.getType()),
    ).toEqual(['paragraph', 'table', 'report-figure', 'paragraph']),
  );
});

test('a key image goes below the paragraph, or the list, with the caret', () => {
  const editor = withCaretIn('<p>Above.</p><ul><li>one</li></ul><p>Below.</p>', () => {
    const list = $getRoot().getChildAtIndex(1);
    return $isElementNode(list) ? list.getFirstChild() : null;
  });
  insertKeyImage(editor, PICTURE, { name: (number) => `Figure ${number}`, caption: 'Series 2' });
  editor.read(() =>
    expect(
      $getRoot()
        .getChildren()
        .map((node) => node.getType()),
    ).toEqual(['paragraph', 'list', 'report-figure', 'paragraph']),
  );
});
