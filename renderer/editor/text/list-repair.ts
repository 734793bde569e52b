import { $createListItemNode, $isListNode, ListItemNode } from '@lexical/list';
import type { LexicalEditor } from 'lexical';

/**
 * Splits a list item that contains both text and a nested list, because Enter in one freezes the page. The
 * nested list moves into its own item, as Lexical expects.
 */
export function registerListRepair(editor: LexicalEditor): () => void {
  return editor.registerNodeTransform(ListItemNode, (item) => {
    const children = item.getChildren();
    const nested = children.filter($isListNode);
    if (nested.length === 0 || nested.length === children.length) return;
    for (const list of nested.toReversed()) item.insertAfter($createListItemNode().append(list));
  });
}
