/**
 * Converts a possibly unknown state to one Lexical can open: nodes of unknown type are replaced by their text and
 * children, misplaced nodes get the required parents, properties of a wrong type their default. For deriving and
 * read-only display; the stored state stays unchanged.
 */

import type { LexicalNodeJson, LexicalStateJson } from '#report/nodes/lexical-state.ts';
import { appendAll } from './append-all.ts';
import { fillTableHoles } from './fill-table-holes.ts';
import { joinLists, splitAtLists } from './join-lists.ts';
import { isBlockType, isInlineType } from './node-types.ts';
import { sanitiseProperties } from './sanitise-properties.ts';

/** Bit of a text's `detail`: never joined with its neighbours. */
const DETAIL_UNMERGEABLE = 2;

export interface KnownState {
  readonly state: LexicalStateJson;
  /** Types this program does not know, each once; if any, the state is shown read-only. */
  readonly unknownTypes: readonly string[];
}

export function sanitiseState(state: LexicalStateJson): KnownState {
  const unknownTypes = new Set<string>();
  const children = blocksOf(state.root.children, unknownTypes);
  const root = {
    type: 'root',
    version: 1,
    direction: null,
    format: '',
    indent: 0,
    children: children.length === 0 ? [paragraphOf([])] : children,
  };
  return { state: { root }, unknownTypes: [...unknownTypes] };
}

/** Children for a block position: loose text becomes paragraphs. */
function blocksOf(nodes: readonly LexicalNodeJson[], unknown: Set<string>): LexicalNodeJson[] {
  const blocks: LexicalNodeJson[] = [];
  let line: LexicalNodeJson[] = [];
  const endLine = (): void => {
    if (line.length > 0) blocks.push(paragraphOf(line));
    line = [];
  };
  const add = (node: LexicalNodeJson): void => {
    if (isInlineType(node.type)) {
      appendAll(line, inlineOf(node, unknown));
    } else if (isBlockType(node.type)) {
      endLine();
      appendAll(blocks, blockOf(node, unknown));
    } else if (typeof node['text'] === 'string') {
      unknown.add(node.type);
      appendAll(line, textNodes(textOf(node['text'])));
      appendAll(line, linesOf(node.children, unknown));
    } else {
      unknown.add(node.type);
      endLine();
      appendAll(blocks, blocksOf(childrenOf(node), unknown));
    }
  };
  for (const node of nodes) add(node);
  endLine();
  return joinLists(blocks);
}

function blockOf(node: LexicalNodeJson, unknown: Set<string>): LexicalNodeJson[] {
  const children = childrenOf(node);
  const known = sanitiseProperties(node);
  switch (node.type) {
    case 'list':
      return [{ ...known, children: children.flatMap((child) => itemsOf(child, unknown)) }];
    case 'listitem':
      return [{ ...listAround(), children: itemsOf(node, unknown) }];
    case 'table':
      return [{ ...known, children: rowsOf(children, unknown) }];
    case 'tablerow':
      return [{ ...tableAround(), children: [rowOf(node, unknown)] }];
    case 'tablecell':
      return blocksOf(children, unknown);
    case 'horizontalrule':
      return [known];
    default:
      return splitLines(known, children, unknown);
  }
}

/** A text block; blocks inside it (which no editor makes) become siblings after it. */
function splitLines(known: LexicalNodeJson, children: readonly LexicalNodeJson[], unknown: Set<string>) {
  const inside = children.filter((child) => !isBlockType(child.type));
  const after = children.filter((child) => isBlockType(child.type));
  return [{ ...known, children: linesOf(inside, unknown) }, ...blocksOf(after, unknown)];
}

function itemsOf(node: LexicalNodeJson, unknown: Set<string>): LexicalNodeJson[] {
  if (node.type !== 'listitem') {
    const children = node.type === 'list' ? blockOf(node, unknown) : linesOf([node], unknown);
    return [{ ...itemAround(), children }];
  }
  const children: LexicalNodeJson[] = [];
  for (const child of childrenOf(node)) {
    if (child.type === 'list') appendAll(children, blockOf(child, unknown));
    else if (child.type === 'paragraph' && children.length > 0) {
      children.push({ type: 'linebreak', version: 1 });
      appendAll(children, linesOf([child], unknown));
    } else if (child.type === 'table') appendAll(children, blockOf(child, unknown));
    else appendAll(children, linesOf([child], unknown));
  }
  const known = sanitiseProperties(node);
  return splitAtLists(children).map((group) => ({ ...known, children: group }));
}

function rowsOf(nodes: readonly LexicalNodeJson[], unknown: Set<string>): readonly LexicalNodeJson[] {
  const rows = nodes.map((node) => rowOf(node, unknown));
  return fillTableHoles(rows, () => ({ ...cellAround(), children: [paragraphOf([])] }));
}

function rowOf(node: LexicalNodeJson, unknown: Set<string>): LexicalNodeJson {
  if (node.type !== 'tablerow') return { ...rowAround(), children: [cellOf(node, unknown)] };
  return { ...sanitiseProperties(node), children: childrenOf(node).map((child) => cellOf(child, unknown)) };
}

function cellOf(node: LexicalNodeJson, unknown: Set<string>): LexicalNodeJson {
  const isCell = node.type === 'tablecell';
  const children = blocksOf(isCell ? childrenOf(node) : [node], unknown);
  const known = isCell ? sanitiseProperties(node) : cellAround();
  return { ...known, children: children.length === 0 ? [paragraphOf([])] : children };
}

/** Children for an inline position: blocks and unknown nodes are replaced by their content. */
function linesOf(nodes: readonly LexicalNodeJson[] | undefined, unknown: Set<string>): LexicalNodeJson[] {
  return (nodes ?? []).flatMap((node) => inlineOf(node, unknown));
}

function inlineOf(node: LexicalNodeJson, unknown: Set<string>): LexicalNodeJson[] {
  const inside = (): LexicalNodeJson[] => linesOf(childrenOf(node), unknown);
  switch (node.type) {
    case 'text':
      return textNodes(sanitiseProperties(node));
    case 'tab':
    case 'linebreak':
      return [sanitiseProperties(node)];
    case 'link':
    case 'autolink': {
      const children = inside();
      return children.length === 0 ? [] : [{ ...sanitiseProperties(node), children }];
    }
    case 'report-field':
      return [{ ...sanitiseProperties(node), children: inside().flatMap(outOfField) }];
    default: {
      if (!isBlockType(node.type)) unknown.add(node.type);
      const text = node['text'];
      return typeof text === 'string' ? [...textNodes(textOf(text)), ...inside()] : inside();
    }
  }
}

/** Takes a field out of the field it is nested in, because fields cannot be nested. */
function outOfField(child: LexicalNodeJson): readonly LexicalNodeJson[] {
  return child.type === 'report-field' ? childrenOf(child) : [child];
}

function childrenOf(node: LexicalNodeJson): readonly LexicalNodeJson[] {
  return node.children ?? [];
}

/** Drops empty plain texts, as Lexical does. */
function textNodes(text: LexicalNodeJson): LexicalNodeJson[] {
  const isPlain = text['mode'] === 'normal' && (Number(text['detail']) & DETAIL_UNMERGEABLE) === 0;
  return text['text'] === '' && isPlain ? [] : [text];
}

function textOf(text: string): LexicalNodeJson {
  return sanitiseProperties({ type: 'text', text });
}

function paragraphOf(children: readonly LexicalNodeJson[]): LexicalNodeJson {
  return { ...sanitiseProperties({ type: 'paragraph' }), children };
}

function listAround(): LexicalNodeJson {
  return sanitiseProperties({ type: 'list' });
}

function itemAround(): LexicalNodeJson {
  return sanitiseProperties({ type: 'listitem' });
}

function tableAround(): LexicalNodeJson {
  return sanitiseProperties({ type: 'table' });
}

function rowAround(): LexicalNodeJson {
  return sanitiseProperties({ type: 'tablerow' });
}

function cellAround(): LexicalNodeJson {
  return sanitiseProperties({ type: 'tablecell' });
}
