/**
 * Exports an editor state to loose HTML nodes without a DOM: the same elements in the same order as Lexical's own
 * export. `build-blocks.ts` makes the canonical tree of them; tests compare both byte by byte. Reads `sanitiseState`
 * output only: every node has a known type, a valid parent, and properties of the right type.
 * Source: Lexical 0.52, `exportDOM` of the report's node set.
 */
import { cleanText } from '#report/html/html-text.ts';
import { type LooseElement, type LooseNode, MAX_HTML_DEPTH } from '#report/html/parse-loose-html.ts';
import type { LexicalNodeJson, LexicalStateJson } from '#report/nodes/lexical-state.ts';
import { appendAll } from '#report/state/append-all.ts';
import { fieldAttributes, parseFieldMeta } from '#report/state/field-meta.ts';
import { parsePictureMeta, pictureAttributes } from '#report/state/picture-meta.ts';
import { parseSectionCode } from '#report/state/section-code.ts';
import { exportedHref } from './exported-href.ts';

/** Bits of a Lexical text's `format`. */
const FORMAT = { bold: 1, italic: 2, strike: 4, underline: 8, code: 16, sub: 32, sup: 64, mark: 128 };

/** The depth that `loose-nodes-from-dom.ts` reads. */
const MAX_DEPTH = MAX_HTML_DEPTH * 2;

export function looseFromState({ root }: LexicalStateJson): LooseNode[] {
  return looseChildren(root, 0);
}

function looseChildren(node: LexicalNodeJson, depth: number): LooseNode[] {
  const nodes: LooseNode[] = [];
  for (const child of node.children ?? []) appendAll(nodes, looseOf(child, depth));
  return nodes;
}

/** `depth` counts the elements around the node. */
function looseOf(node: LexicalNodeJson, depth: number): LooseNode[] {
  switch (node.type) {
    case 'text':
    case 'tab':
      return textNodes(String(node['text']), Number(node['format']), depth);
    case 'linebreak':
      return element('br', {}, [], depth);
    case 'horizontalrule':
      return element('hr', {}, [], depth);
    case 'heading':
      return element(String(node['tag']), sectionAttributes(node), lineChildren(node, depth), depth);
    case 'quote':
      return element('blockquote', {}, lineChildren(node, depth), depth);
    case 'report-figure':
      return element('figure', pictureAttributesOf(node), lineChildren(node, depth), depth);
    case 'list':
      return element(String(node['tag']), { start: String(node['start']) }, itemNodes(node, depth), depth);
    case 'table':
      return element('table', {}, element('tbody', {}, looseChildren(node, depth + 2), depth + 1), depth);
    case 'tablerow':
      return element('tr', {}, looseChildren(node, depth + 1), depth);
    case 'tablecell': {
      const spans = { colspan: String(node['colSpan']), rowspan: String(node['rowSpan']) };
      const tag = node['headerState'] === 0 ? 'td' : 'th';
      return element(tag, spans, looseChildren(node, depth + 1), depth);
    }
    case 'link':
      return element('a', { href: linkTarget(node) }, looseChildren(node, depth + 1), depth);
    case 'autolink': {
      const children = looseChildren(node, depth + 1);
      if (node['isUnlinked'] === true) return element('span', {}, children, depth);
      return element('a', { href: linkTarget(node) }, children, depth);
    }
    case 'report-field':
      return element('span', fieldAttributesOf(node), looseChildren(node, depth + 1), depth);
    default:
      return element('p', {}, lineChildren(node, depth), depth);
  }
}

/** Creates one loose element; beyond the depth limit only its children. */
function element(
  tag: string,
  attributes: Readonly<Record<string, string>>,
  children: LooseNode[],
  depth: number,
): LooseNode[] {
  return depth > MAX_DEPTH ? children : [{ tag, attributes, children }];
}

/** An empty text block is exported with a line break. */
function lineChildren(node: LexicalNodeJson, depth: number): LooseNode[] {
  const isEmpty = (node.children ?? []).length === 0;
  return isEmpty ? element('br', {}, [], depth + 1) : looseChildren(node, depth + 1);
}

/** An item that begins with a list is Lexical's form of nesting; it is exported as part of the previous item. */
function itemNodes(list: LexicalNodeJson, depth: number): LooseNode[] {
  const items: LooseNode[] = [];
  let before: LooseNode[] | undefined;
  for (const item of list.children ?? []) {
    const children = looseChildren(item, depth + 2);
    if (before !== undefined && item.children?.[0]?.type === 'list') {
      appendAll(before, children);
    } else {
      before = children;
      appendAll(items, element('li', {}, children, depth + 1));
    }
  }
  return items;
}

/**
 * The text inside a tag for each format, nested as Lexical exports them: u, s, i, b outside, and inside these at most
 * one of code, mark, sub, sup.
 */
function textNodes(text: string, format: number, depth: number): LooseNode[] {
  const has = (bit: number): boolean => (format & bit) !== 0;
  const tags: string[] = [];
  if (has(FORMAT.underline)) tags.push('u');
  if (has(FORMAT.strike)) tags.push('s');
  if (has(FORMAT.italic)) tags.push('i');
  if (has(FORMAT.bold)) tags.push('b');
  if (has(FORMAT.code)) tags.push('code');
  else if (has(FORMAT.mark)) tags.push('mark');
  else if (has(FORMAT.sub)) tags.push('sub');
  else if (has(FORMAT.sup)) tags.push('sup');
  let nodes: LooseNode[] = [cleanText(text)];
  for (let at = tags.length - 1; at >= 0; at -= 1) {
    const tag = tags[at];
    if (tag !== undefined) nodes = element(tag, {}, nodes, depth + at);
  }
  return nodes;
}

function sectionAttributes(heading: LexicalNodeJson): LooseElement['attributes'] {
  const state = heading['$'];
  const given = typeof state === 'object' && state !== null && 'section_code' in state;
  const code = given ? parseSectionCode(state.section_code) : null;
  return code === null ? {} : { 'data-section-code': code };
}

function fieldAttributesOf(field: LexicalNodeJson): LooseElement['attributes'] {
  const attributes = fieldAttributes(parseFieldMeta(field['field']));
  return Object.fromEntries(attributes.map(([name, value]) => [name, cleanText(value)]));
}

function pictureAttributesOf(figure: LexicalNodeJson): LooseElement['attributes'] {
  return Object.fromEntries(pictureAttributes(parsePictureMeta(figure['picture'])));
}

function linkTarget(link: LexicalNodeJson): string {
  return cleanText(exportedHref(String(link['url'])));
}
