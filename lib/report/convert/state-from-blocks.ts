/**
 * Converts a canonical tree to an editor state, as Lexical's own import would from the same HTML: nested lists in items
 * of their own, adjacent lists of one kind joined, properties in Lexical's order. Tests compare both.
 * Source: Lexical 0.52, `importDOM` and `exportJSON` of the report's node set.
 */
import type { Block, Inline, ListBlock, TableBlock, TableCell } from '#report/html/report-tree.ts';
import type { LexicalNodeJson, LexicalStateJson } from '#report/nodes/lexical-state.ts';
import { joinLists } from '#report/state/join-lists.ts';

type Nodes = LexicalNodeJson[];

/** `format` bits of a text by the bit of its mark: strong, em, u, s, code, mark, sub, sup. */
const FORMAT_OF_MARK = [1, 2, 8, 4, 16, 128, 32, 64];
const SUBSCRIPT = 32;
const SUPERSCRIPT = 64;

export function stateFromBlocks(blocks: readonly Block[]): LexicalStateJson {
  const children = blockNodes(blocks);
  return { root: elementNode('root', children.length === 0 ? [paragraphNode([])] : children) };
}

function elementNode(type: string, children: Nodes, own: Record<string, unknown> = {}) {
  return { children, ...own, direction: null, format: '', indent: 0, type, version: 1 };
}

function blockNodes(blocks: readonly Block[]): Nodes {
  return joinLists(blocks.map(blockNode));
}

function blockNode(block: Block): LexicalNodeJson {
  switch (block.kind) {
    case 'paragraph':
      return paragraphNode(block.children);
    case 'quote':
      return elementNode('quote', lineNodes(block.children));
    case 'heading':
      return {
        ...elementNode('heading', lineNodes(block.children), { tag: `h${block.level}` }),
        ...(block.sectionCode === null ? {} : { $: { section_code: block.sectionCode } }),
      };
    case 'figure':
      return { ...elementNode('report-figure', lineNodes(block.children)), picture: block.picture };
    case 'rule':
      return { type: 'horizontalrule', version: 1 };
    case 'list':
      return listNode(block, 0);
    case 'table':
      return tableNode(block);
  }
}

/** A paragraph repeats the format of its first text, as earlier editor versions expect. */
function paragraphNode(inlines: readonly Inline[]): LexicalNodeJson {
  const children = lineNodes(inlines);
  const textFormat = children.find((child) => child.type === 'text')?.['format'] ?? 0;
  const own = { direction: null, format: '', indent: 0, textFormat, textStyle: '' };
  return { children, ...own, type: 'paragraph', version: 1 };
}

/** A single line break is the canonical form of an empty line. */
function lineNodes(inlines: readonly Inline[]): Nodes {
  return inlines.length === 1 && inlines[0]?.kind === 'break' ? [] : inlineNodes(inlines);
}

/** Joins texts whose marks differ but whose format is equal, such as sup, and sup with sub. */
function inlineNodes(inlines: readonly Inline[]): Nodes {
  const joined: Inline[] = [];
  for (const inline of inlines) {
    const last = joined.at(-1);
    const isSame =
      last?.kind === 'text' && inline.kind === 'text' && formatOf(last.marks) === formatOf(inline.marks);
    if (isSame) joined[joined.length - 1] = { ...last, text: last.text + inline.text };
    else joined.push(inline);
  }
  return joined.map(inlineNode);
}

function inlineNode(inline: Inline): LexicalNodeJson {
  switch (inline.kind) {
    case 'text':
      return textNode(inline.text, formatOf(inline.marks));
    case 'break':
      return { type: 'linebreak', version: 1 };
    case 'link':
      return elementNode('link', inlineNodes(inline.children), {
        rel: null,
        target: null,
        title: null,
        url: inline.href,
      });
    case 'field':
      return { ...elementNode('report-field', inlineNodes(inline.children)), field: inline.meta };
  }
}

function textNode(text: string, format: number): LexicalNodeJson {
  return { detail: 0, format, mode: 'normal', style: '', text, type: 'text', version: 1 };
}

/** A text is subscript or superscript, not both: the inner mark counts. */
function formatOf(marks: number): number {
  let format = 0;
  for (const [bit, value] of FORMAT_OF_MARK.entries()) if ((marks & (1 << bit)) !== 0) format |= value;
  return (format & SUPERSCRIPT) === 0 ? format : format & ~SUBSCRIPT;
}

function listNode({ ordered, start, items }: ListBlock, indent: number): LexicalNodeJson {
  const nodes: Nodes = [];
  const add = (children: Nodes): void => {
    // `joinLists` sets the value.
    const own = { indent, value: 0, direction: null, format: '' };
    nodes.push({ children, ...own, type: 'listitem', version: 1 });
  };
  for (const { children, lists } of items) {
    // An item that contains only a list is the container of that list.
    if (children.length > 0 || lists.length !== 1) add(lineNodes(children));
    for (const list of lists) add(joinLists([listNode(list, indent + 1)]));
  }
  const own = { listType: ordered ? 'number' : 'bullet', start, tag: ordered ? 'ol' : 'ul' };
  return elementNode('list', nodes, own);
}

function tableNode({ rows }: TableBlock): LexicalNodeJson {
  const rowNodes = rows.map((row, y) =>
    elementNode(
      'tablerow',
      row.map((cell, x) => cellNode(cell, x, y)),
    ),
  );
  return elementNode('table', rowNodes);
}

const HEADER_ROW = 1;
const HEADER_COLUMN = 2;

function cellNode({ header, colspan, rowspan, blocks }: TableCell, x: number, y: number): LexicalNodeJson {
  const inFirst = (y === 0 ? HEADER_ROW : 0) | (x === 0 ? HEADER_COLUMN : 0);
  const children = blockNodes(blocks);
  return elementNode('tablecell', children.length === 0 ? [paragraphNode([])] : children, {
    backgroundColor: null,
    colSpan: colspan,
    headerState: header ? inFirst || HEADER_ROW : 0,
    rowSpan: rowspan,
  });
}
