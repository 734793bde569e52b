/**
 * Classifies HTML tags for reports. Semantic tags are kept under their canonical name; layout tags only separate
 * blocks; tags whose content is never text are dropped with it.
 */
import { MARK_TAGS } from './report-tree.ts';

/** Bit of the mark that a tag represents. */
export const MARK_BITS: ReadonlyMap<string, number> = new Map([
  ...MARK_TAGS.map((tag, bit): [string, number] => [tag, 1 << bit]),
  ['b', 1 << MARK_TAGS.indexOf('strong')],
  ['i', 1 << MARK_TAGS.indexOf('em')],
  ['cite', 1 << MARK_TAGS.indexOf('em')],
  ['dfn', 1 << MARK_TAGS.indexOf('em')],
  ['var', 1 << MARK_TAGS.indexOf('em')],
  ['ins', 1 << MARK_TAGS.indexOf('u')],
  ['del', 1 << MARK_TAGS.indexOf('s')],
  ['strike', 1 << MARK_TAGS.indexOf('s')],
  ['kbd', 1 << MARK_TAGS.indexOf('code')],
  ['samp', 1 << MARK_TAGS.indexOf('code')],
  ['tt', 1 << MARK_TAGS.indexOf('code')],
]);

export const HEADING_LEVELS: ReadonlyMap<string, number> = new Map(
  ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((tag, index): [string, number] => [tag, index + 1]),
);

/** Tags whose boundaries end a paragraph. */
export const LAYOUT_TAGS: ReadonlySet<string> = new Set(
  (
    'p pre div section article header footer main aside nav figure figcaption address center form fieldset ' +
    'legend details summary dl dt dd body html hgroup search caption'
  ).split(' '),
);

export const LIST_TAGS: ReadonlySet<string> = new Set(['ul', 'ol', 'menu', 'dir']);
const TABLE_PARTS: ReadonlySet<string> = new Set(['thead', 'tbody', 'tfoot', 'tr', 'td', 'th']);

const OTHER_TAGS = [
  'a',
  'span',
  'br',
  'hr',
  'li',
  'table',
  'blockquote',
  'small',
  'font',
  'label',
  'abbr',
  'q',
  'time',
];

/** Tags removed together with their content. */
export const DROPPED_TAGS: readonly string[] = (
  'script style noscript template title head svg math iframe frame frameset noframes object embed applet ' +
  'textarea select option optgroup datalist button input audio video canvas map area xmp plaintext noembed ' +
  'listing comment link meta base param source track'
).split(' ');

export const KNOWN_TAGS: ReadonlySet<string> = new Set([
  ...MARK_BITS.keys(),
  ...HEADING_LEVELS.keys(),
  ...LAYOUT_TAGS,
  ...LIST_TAGS,
  ...TABLE_PARTS,
  ...OTHER_TAGS,
]);

export function isKnownTag(tag: string): boolean {
  return KNOWN_TAGS.has(tag);
}
