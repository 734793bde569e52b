/**
 * Extracts plain text of a report from its editor state and from stored HTML, and compares two texts. Needs neither
 * Lexical, a DOM nor the sanitiser, so every process can use it.
 */
import { buildDocument } from './html/build-blocks.ts';
import { DROPPED_TAGS, isKnownTag } from './html/html-tags.ts';
import { parseLooseHtml } from './html/parse-loose-html.ts';
import { textOfBlocks } from './html/tree-text.ts';
import type { LexicalNodeJson, LexicalStateJson } from './nodes/lexical-state.ts';
import { isBlockType, isInlineType, isTextBlockType } from './state/node-types.ts';

/** The state's text: a line per block, a tab between table cells; includes text of unknown node types. */
export function textOfState(state: LexicalStateJson): string {
  const parts: string[] = [];
  collect(state.root.children, false, parts);
  return parts
    .join('')
    .replace(/\n{2,}/g, '\n')
    .replace(/^\n|\n$/g, '');
}

function collect(nodes: readonly LexicalNodeJson[], isInLine: boolean, parts: string[]): void {
  for (const node of nodes) {
    const { type } = node;
    if (type === 'linebreak') parts.push('\n');
    else if (type === 'tab') parts.push('\t');
    else collectNode(node, isInLine, parts);
  }
}

function collectNode(node: LexicalNodeJson, isInLine: boolean, parts: string[]): void {
  const text = node['text'];
  // A node of unknown type counts as block among blocks, and as inline within a line.
  const isBlock =
    isBlockType(node.type) || (!isInLine && !isInlineType(node.type) && typeof text !== 'string');
  const edge = node.type === 'tablecell' ? '\t' : '\n';
  if (isBlock && parts.length > 0) parts.push(edge);
  if (typeof text === 'string') parts.push(text);
  const { children } = node;
  if (children !== undefined && children !== null) {
    collect(children, isTextBlockType(node.type) || (isInLine && !isBlock) || isInlineType(node.type), parts);
  }
  if (isBlock) parts.push('\n');
}

/** The text of stored report HTML. Exact for the canonical form; for other HTML the tags are stripped. */
export function textOfHtml(html: string): string {
  const nodes = parseLooseHtml(html, isKnownTag);
  return nodes === null ? withoutTags(html) : textOfBlocks(buildDocument(nodes));
}

const DROPPED_ELEMENT = new RegExp(`<(${DROPPED_TAGS.join('|')})\\b[^>]*>[\\s\\S]*?</\\1\\s*>`, 'gi');

function withoutTags(html: string): string {
  return html
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(DROPPED_ELEMENT, '')
    .replace(/<\/?(?:b|i|u|s|em|strong|span|a|sub|sup|code|mark|font)\b[^>]*>/gi, '')
    .replace(/<[^>]*>/g, '\n')
    .replace(/&nbsp;/g, ' ')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&#39;/g, "'")
    .replace(/&amp;/g, '&')
    .trim();
}

/** True when the texts are equal after collapsing white space. */
export function sameText(a: string, b: string): boolean {
  return a === b || spaced(a) === spaced(b);
}

function spaced(text: string): string {
  return text.replace(/[\s\u200B]+/g, ' ').trim();
}

/** Counts words: runs of characters other than white space with a letter or digit. */
export function countWords(text: string): number {
  let words = 0;
  for (const run of text.split(/\s+/)) if (/[\p{L}\p{N}]/u.test(run)) words += 1;
  return words;
}
