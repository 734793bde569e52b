/** Reads the live text as lines, each with the text nodes it consists of. */
import { $isElementNode, $isLineBreakNode, $isTextNode, type LexicalNode, type TextNode } from 'lexical';

/** Text node of a line, and where its text begins in the line. */
interface Piece {
  readonly node: TextNode;
  readonly start: number;
}

export interface TextLine {
  text: string;
  readonly pieces: Piece[];
}

/** Returns the text in reading order, one line per block and per line break. */
export function $linesOf(nodes: readonly LexicalNode[]): TextLine[] {
  const lines: TextLine[] = [];
  let line: TextLine | undefined;
  const $visit = (node: LexicalNode): void => {
    if ($isTextNode(node)) {
      if (!line) {
        line = { text: '', pieces: [] };
        lines.push(line);
      }
      line.pieces.push({ node, start: line.text.length });
      line.text += node.getTextContent();
    } else if ($isLineBreakNode(node)) {
      line = undefined;
    } else if ($isElementNode(node)) {
      if (!node.isInline()) line = undefined;
      for (const child of node.getChildren()) $visit(child);
      if (!node.isInline()) line = undefined;
    }
  };
  for (const node of nodes) $visit(node);
  return lines;
}
