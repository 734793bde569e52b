/**
 * An editor state from HTML: the canonical form first, then Lexical's own import into the shared node set.
 * Needs a DOM. In Node, give it HTML that went through `canonicalHtml` first.
 * Source: choices, "Reports" ("the editor never opens empty").
 */
import { $generateNodesFromDOM } from '@lexical/html';
import { $createParagraphNode, $getRoot, $isDecoratorNode, $isElementNode } from 'lexical';
import { createReportEditor } from './derive-html.ts';
import { buildDocument } from './html/build-blocks.ts';
import { looseFromDom } from './html/loose-from-dom.ts';
import type { Block } from './html/report-tree.ts';
import { writeHtml } from './html/write-html.ts';
import { type LexicalStateJson, parseLexicalState } from './lexical-state.ts';

/** The state of any HTML; without content, one empty paragraph. */
export function stateFromHtml(html: string): LexicalStateJson {
  return stateFromCanonicalHtml(writeHtml(blocksFromHtml(html)));
}

/** The canonical tree of any HTML, by the DOM's own parser: the browser's counterpart of `canonicalBlocks`. */
export function blocksFromHtml(html: string): Block[] {
  return buildDocument(looseFromDom(new DOMParser().parseFromString(html, 'text/html').body));
}

function stateFromCanonicalHtml(html: string): LexicalStateJson {
  const dom = new DOMParser().parseFromString(html, 'text/html');
  const editor = createReportEditor();
  editor.update(
    () => {
      const root = $getRoot().clear();
      for (const node of $generateNodesFromDOM(editor, dom)) {
        if ($isElementNode(node) && !node.isInline()) root.append(node);
        else if ($isDecoratorNode(node) && !node.isInline()) root.append(node);
        else root.append($createParagraphNode().append(node));
      }
      if (root.isEmpty()) root.append($createParagraphNode());
    },
    { discrete: true },
  );
  return parseLexicalState(JSON.stringify(editor.getEditorState()));
}
