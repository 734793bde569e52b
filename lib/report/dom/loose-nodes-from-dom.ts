/**
 * Reads a DOM into loose nodes. Dropped tags lose their content; unknown tags are replaced by theirs. Reads attributes
 * by name only: nothing in the DOM is run or loaded.
 */

import { VaultError } from '#contract/errors/vault-error.ts';
import { DROPPED_TAGS, HEADING_LEVELS, isKnownTag } from '#report/html/html-tags.ts';
import { cleanText } from '#report/html/html-text.ts';
import { type LooseNode, MAX_HTML_DEPTH } from '#report/html/parse-loose-html.ts';
import { appendAll } from '#report/state/append-all.ts';
import { FIELD_ATTRIBUTE } from '#report/state/field-meta.ts';
import { PICTURE_ATTRIBUTE } from '#report/state/picture-meta.ts';

const DROPPED: ReadonlySet<string> = new Set(DROPPED_TAGS);
/** Browsers nest parsed documents 512 deep at most; another parser may nest deeper. */
const DOM_DEPTH_MAX = 600;
const ELEMENT_NODE = 1;
const TEXT_NODE = 3;

/**
 * Checks the nesting depth of a DOM.
 * @throws VaultError invalid_request past a browser's nesting depth, which would overflow the stack
 */
export function assertNesting(root: Node): void {
  let depth = 0;
  for (let node: Node | null = root; node !== null; ) {
    if (node.firstChild !== null) {
      depth += 1;
      if (depth > DOM_DEPTH_MAX) throw tooDeep();
      node = node.firstChild;
      continue;
    }
    while (node !== null && node !== root && node.nextSibling === null) {
      node = node.parentNode;
      depth -= 1;
    }
    node = node === root ? null : (node?.nextSibling ?? null);
  }
}

function tooDeep(): VaultError {
  return new VaultError('invalid_request', 'The document nests too deep. Simplify it.');
}

/**
 * Loose nodes of the parent's children. `convert` may handle an element instead of the general rule.
 * @throws VaultError invalid_request past a browser's nesting depth
 */
export function looseFromDom(
  parent: Node,
  convert: (element: Element) => LooseNode[] | null = () => null,
  depth = 0,
): LooseNode[] {
  if (depth > DOM_DEPTH_MAX) throw tooDeep();
  const nodes: LooseNode[] = [];
  for (const child of parent.childNodes) {
    if (child.nodeType === TEXT_NODE) nodes.push(cleanText(child.nodeValue ?? ''));
    if (child.nodeType !== ELEMENT_NODE || !isElement(child)) continue;
    const converted = convert(child);
    if (converted !== null) appendAll(nodes, converted);
    else appendAll(nodes, elementNodes(child, convert, depth));
  }
  return nodes;
}

function elementNodes(
  element: Element,
  convert: (element: Element) => LooseNode[] | null,
  depth: number,
): LooseNode[] {
  const tag = element.localName.toLowerCase();
  if (DROPPED.has(tag)) return [];
  const children = looseFromDom(element, convert, depth + 1);
  if (!isKnownTag(tag) || depth > MAX_HTML_DEPTH * 2) return children;
  return [{ tag, attributes: attributesOf(element, tag), children }];
}

function attributesOf(element: Element, tag: string): Record<string, string> {
  const attributes: Record<string, string> = {};
  for (const name of element.getAttributeNames()) {
    if (isKept(tag, name)) attributes[name] = cleanText(element.getAttribute(name) ?? '');
  }
  return attributes;
}

function isKept(tag: string, name: string): boolean {
  switch (tag) {
    case 'a':
      return name === 'href';
    case 'ol':
      return name === 'start';
    case 'td':
    case 'th':
      return name === 'colspan' || name === 'rowspan';
    case 'figure':
      return name.startsWith(PICTURE_ATTRIBUTE);
    case 'span':
      return name.startsWith(FIELD_ATTRIBUTE);
    default:
      return HEADING_LEVELS.has(tag) && name === 'data-section-code';
  }
}

function isElement(node: Node): node is Element {
  return node.nodeType === ELEMENT_NODE;
}
