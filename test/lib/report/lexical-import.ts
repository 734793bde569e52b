/** Reference for `state-from-blocks.ts`: Lexical's own import of canonical HTML. */
import { $generateNodesFromDOM } from '@lexical/html';
import { $createParagraphNode, $getRoot, $isDecoratorNode, $isElementNode } from 'lexical';
import { createReportEditor } from '#report/dom/derive-html.ts';
import type { LexicalNodeJson } from '#report/nodes/lexical-state.ts';
import { withNodeDom } from '#test/support/node-dom.ts';

/** Returns the state as Lexical writes it, except for rules in table cells, which its import wraps in paragraphs. */
export function importedByLexical(html: string): string {
  return withNodeDom(() => {
    const dom = new DOMParser().parseFromString(html, 'text/html');
    const editor = createReportEditor();
    editor.update(
      () => {
        const root = $getRoot().clear();
        for (const node of $generateNodesFromDOM(editor, dom)) {
          const isBlock = ($isElementNode(node) || $isDecoratorNode(node)) && !node.isInline();
          root.append(isBlock ? node : $createParagraphNode().append(node));
        }
        if (root.isEmpty()) root.append($createParagraphNode());
      },
      { discrete: true },
    );
    return JSON.stringify(editor.getEditorState(), withoutWrappedRules);
  });
}

function withoutWrappedRules(key: string, value: unknown): unknown {
  if (key !== 'children' || !Array.isArray(value)) return value;
  return value.flatMap((node: LexicalNodeJson) => {
    const children = node.type === 'paragraph' ? (node.children ?? []) : [];
    const isRules = children.length > 0 && children.every(({ type }) => type === 'horizontalrule');
    return isRules ? children : [node];
  });
}
