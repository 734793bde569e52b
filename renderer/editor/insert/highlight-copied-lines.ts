/** Highlights lines copied from a prior until the caret reaches them or they are changed. */
import { $getSelection, $isRangeSelection, $isRootNode, type LexicalEditor, type LexicalNode } from 'lexical';

const HIGHLIGHT = 'copied';
const LINES = 'p, li, blockquote';

/** Calls `onLooked` once the person has moved to a line. Placing the caret by the program does not count. */
export function highlightCopiedLines(
  editor: LexicalEditor,
  copied: ReadonlySet<string>,
  onLooked: (line: string) => void,
): () => void {
  let known = editor.getEditorState().read($lineAtCaret)?.key;
  const show = () => {
    const root = editor.getRootElement();
    const ranges = [...(root?.querySelectorAll(LINES) ?? [])]
      .filter((element) => copied.has((element.textContent ?? '').trim()))
      .map((element) => {
        const range = document.createRange();
        range.selectNodeContents(element);
        return range;
      });
    CSS.highlights.set(HIGHLIGHT, new Highlight(...ranges));
  };
  show();
  const off = editor.registerUpdateListener(({ editorState, dirtyElements, dirtyLeaves }) => {
    if (dirtyElements.size > 0 || dirtyLeaves.size > 0) show();
    const line = editorState.read($lineAtCaret);
    if (line === undefined || line.key === known) return;
    const isFirst = known === undefined;
    known = line.key;
    if (!isFirst && copied.has(line.text)) onLooked(line.text);
  });
  return () => {
    off();
    CSS.highlights.delete(HIGHLIGHT);
  };
}

function $lineAtCaret(): { readonly key: string; readonly text: string } | undefined {
  const selection = $getSelection();
  if (!$isRangeSelection(selection)) return undefined;
  const node = selection.anchor.getNode();
  const line = [node, ...node.getParents()].find(isLine);
  return line && { key: line.getKey(), text: line.getTextContent().trim() };
}

const isLine = (node: LexicalNode): boolean =>
  ['paragraph', 'listitem', 'quote'].includes(node.getType()) || $isRootNode(node.getParent());
