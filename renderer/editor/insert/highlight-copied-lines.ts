/**
 * Highlights text copied from a prior until the caret reaches it or it is changed. What speaks of the prior's day stays
 * highlighted while it is unchanged and nobody has answered for it.
 */
import { $getSelection, $isRangeSelection, $isRootNode, type LexicalEditor, type LexicalNode } from 'lexical';
import { isOfThen, placeOfCopied } from '#report/checks/prior/copied-text-checks.ts';

const HIGHLIGHT = 'copied';
const LINES = 'p, li, blockquote';

/** Calls `onLooked` once the person has moved to a line or typed in it. Placing the caret by the program does not count. */
export function highlightCopiedLines(
  editor: LexicalEditor,
  copied: ReadonlySet<string>,
  onLooked: (line: string) => void,
): () => void {
  let known = editor.getEditorState().read($lineAtCaret);
  const show = () => {
    const root = editor.getRootElement();
    const ranges = [...(root?.querySelectorAll(LINES) ?? [])].flatMap((element) =>
      [...copied].flatMap((text) => rangeOf(element, text)),
    );
    CSS.highlights.set(HIGHLIGHT, new Highlight(...ranges));
  };
  show();
  const off = editor.registerUpdateListener(({ editorState, dirtyElements, dirtyLeaves }) => {
    if (dirtyElements.size > 0 || dirtyLeaves.size > 0) show();
    const line = editorState.read($lineAtCaret);
    if (line === undefined) return;
    const before = known;
    known = line;
    if (before === undefined || (line.key === before.key && line.text === before.text)) return;
    for (const text of copied) if (!isOfThen(text) && placeOfCopied(line.text, text) !== -1) onLooked(text);
  });
  return () => {
    off();
    CSS.highlights.delete(HIGHLIGHT);
  };
}

/** The copied text in an element's own text; none where it does not stand there unchanged. */
function rangeOf(element: Element, text: string): Range[] {
  const from = placeOfCopied((element.textContent ?? '').trimEnd(), text);
  if (from === -1) return [];
  const range = document.createRange();
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  let passed = 0;
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const size = node.nodeValue?.length ?? 0;
    if (passed <= from && from < passed + size) range.setStart(node, from - passed);
    if (passed < from + text.length && from + text.length <= passed + size)
      range.setEnd(node, from + text.length - passed);
    passed += size;
  }
  return range.collapsed ? [] : [range];
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
