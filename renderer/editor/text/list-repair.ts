import { $createListItemNode, $isListNode, ListItemNode } from '@lexical/list';
import type { LexicalEditor } from 'lexical';

/**
 * A list item that holds text and a nested list freezes the page on Enter. The nested list moves into an item
 * of its own behind it, which is where Lexical keeps nested lists.
 */
export function registerListRepair(editor: LexicalEditor): () => void {
  return editor.registerNodeTransform(ListItemNode, (item) => {
    const children = item.getChildren();
    const nested = children.filter($isListNode);
    if (nested.length === 0 || nested.length === children.length) return;
    for (const list of nested.toReversed()) item.insertAfter($createListItemNode().append(list));
  });
}
