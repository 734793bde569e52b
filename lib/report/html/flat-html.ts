/**
 * Reads HTML that nests too deep for the sanitiser: its text in paragraphs, without the content of dropped tags. Goes
 * through the text once, in time linear in its length, and writes no tag of the input.
 */
import { DROPPED_TAGS, LAYOUT_TAGS } from './html-tags.ts';
import { cleanText, unescapeText } from './html-text.ts';
import type { LooseNode } from './parse-loose-html.ts';

const DROPPED: ReadonlySet<string> = new Set(DROPPED_TAGS);
const BOUNDARIES: ReadonlySet<string> = new Set([
  ...LAYOUT_TAGS,
  'br',
  'hr',
  'li',
  'tr',
  'td',
  'th',
  'table',
]);
/** Dropped tags without content. */
const VOID: ReadonlySet<string> = new Set('area base frame input link meta param source track'.split(' '));

/** Start of a comment, a declaration or a tag. */
const MARKUP = /<(?:(!--)|[!?]|(\/)?([a-z][^\s/>]*))/gi;

export function flatParagraphs(html: string): LooseNode[] {
  const paragraphs: LooseNode[] = [];
  let text = '';
  const endParagraph = (): void => {
    if (text.trim() !== '') paragraphs.push({ tag: 'p', attributes: {}, children: [cleanText(text)] });
    text = '';
  };
  for (let at = 0; at < html.length; ) {
    MARKUP.lastIndex = at;
    const markup = MARKUP.exec(html);
    const piece = html.slice(at, markup?.index);
    text += unescapeText(piece) ?? piece;
    if (markup === null) break;
    const name = (markup[3] ?? '').toLowerCase();
    if (BOUNDARIES.has(name)) endParagraph();
    at = endOfMarkup(html, markup.index + markup[0].length, markup[1] !== undefined);
    const isStart = markup[2] === undefined;
    if (isStart && DROPPED.has(name) && !VOID.has(name)) at = endOfDropped(html, at, name);
  }
  endParagraph();
  return paragraphs;
}

/** Position behind the markup; the end of the text where it is not closed, as a browser reads it. */
function endOfMarkup(html: string, from: number, isComment: boolean): number {
  if (isComment) {
    const end = html.indexOf('-->', from);
    return end === -1 ? html.length : end + 3;
  }
  for (let at = from; at < html.length; at += 1) {
    const character = html.charAt(at);
    if (character === '>') return at + 1;
    if (character !== '"' && character !== "'") continue;
    at = html.indexOf(character, at + 1);
    if (at === -1) break;
  }
  return html.length;
}

function endOfDropped(html: string, from: number, name: string): number {
  const closing = new RegExp(`</${name}(?=[\\s/>])`, 'gi');
  closing.lastIndex = from;
  return closing.exec(html)?.index ?? html.length;
}
