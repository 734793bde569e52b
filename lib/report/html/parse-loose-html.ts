/**
 * Parses HTML in a strict grammar into loose nodes: known tags nested in any way. Producers of loose nodes: this reader
 * (text to nodes, no DOM) and `loose-nodes-from-dom.ts`; consumer: `build-blocks.ts`.
 * Accepts only a small balanced grammar (lower-case tags, double-quoted attributes, five entities). Refused HTML goes
 * through the sanitiser first. Accepted HTML is still rebuilt tag by tag, so accepting too much could change structure
 * but never let markup through.
 */
import { cleanText, unescapeText } from './html-text.ts';

export type LooseNode = string | LooseElement;

export interface LooseElement {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly LooseNode[];
}

/** Bounds every recursion over the tree; the deepest accepted state stays below it. */
const MAX_STRICT_DEPTH = 256;

/** The sanitiser unwraps elements nested deeper than this. */
export const MAX_HTML_DEPTH = 100;

const VOID_TAGS = new Set(['br', 'hr']);

const TAG = /<(?:\/([a-z][a-z0-9]*)|([a-z][a-z0-9]*)((?: [a-z][a-z-]*="[^"<>]*")*) ?\/?)>/y;
const ATTRIBUTE = / ([a-z][a-z-]*)="([^"<>]*)"/g;

/** Nodes of the text, or null when it is not in the strict grammar. */
export function parseLooseHtml(html: string, isKnownTag: (tag: string) => boolean): LooseNode[] | null {
  const root: LooseNode[] = [];
  const open: { tag: string; children: LooseNode[] }[] = [];
  let siblings = root;
  let at = 0;
  while (at < html.length) {
    const next = html.indexOf('<', at);
    const textEnd = next === -1 ? html.length : next;
    if (textEnd > at) {
      const text = unescapeText(html.slice(at, textEnd));
      if (text === null) return null;
      siblings.push(cleanText(text));
      at = textEnd;
      continue;
    }
    TAG.lastIndex = at;
    const match = TAG.exec(html);
    if (match === null) return null;
    at = TAG.lastIndex;
    const closing = match[1];
    if (closing !== undefined) {
      if (open.pop()?.tag !== closing) return null;
      siblings = open.at(-1)?.children ?? root;
      continue;
    }
    const tag = match[2] ?? '';
    if (!isKnownTag(tag)) return null;
    const attributes = readAttributes(match[3] ?? '');
    if (attributes === null) return null;
    const children: LooseNode[] = [];
    siblings.push({ tag, attributes, children });
    if (VOID_TAGS.has(tag)) continue;
    if (open.length >= MAX_STRICT_DEPTH || match[0].endsWith('/>')) return null;
    open.push({ tag, children });
    siblings = children;
  }
  return open.length === 0 ? root : null;
}

const NO_ATTRIBUTES: Readonly<Record<string, string>> = Object.freeze({});

function readAttributes(source: string): Readonly<Record<string, string>> | null {
  if (source === '') return NO_ATTRIBUTES;
  const attributes: Record<string, string> = {};
  for (const [, name = '', raw = ''] of source.matchAll(ATTRIBUTE)) {
    const value = unescapeText(raw);
    if (value === null) return null;
    attributes[name] = cleanText(value);
  }
  return attributes;
}
