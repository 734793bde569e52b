/**
 * Converts any HTML to the canonical, allow-listed form of `report_html`. Runs in Node (server, SDK); the renderer uses
 * `dom/loose-nodes-from-dom.ts` and never loads the sanitiser.
 * HTML in the strict grammar is rebuilt at once (microseconds for canonical reports); other HTML goes through
 * sanitize-html first. In both cases `html/write-html.ts` writes the result, which cannot contain scripts, handlers,
 * styles, remote loads or unknown tags.
 * Source: choices, "Reports".
 */
import sanitizeHtml from 'sanitize-html';
import { buildDocument } from '#report/html/build-blocks.ts';
import { flatParagraphs } from '#report/html/flat-html.ts';
import { DROPPED_TAGS, isKnownTag, KNOWN_TAGS } from '#report/html/html-tags.ts';
import { cleanText } from '#report/html/html-text.ts';
import { type LooseNode, MAX_HTML_DEPTH, parseLooseHtml } from '#report/html/parse-loose-html.ts';
import type { Block } from '#report/html/report-tree.ts';
import { writeHtml } from '#report/html/write-html.ts';
import { PICTURE_ATTRIBUTES } from '#report/state/picture-meta.ts';

const FIELD_ATTRIBUTES = [
  '',
  '-label',
  '-kind',
  '-options',
  '-unit',
  '-min',
  '-max',
  '-completion',
  '-code',
].concat('-default', '-filled', '-option-codes', '-not-reviewed');

/**
 * Open elements past which HTML is read as flat text: the sanitiser's parser goes over all of them at each tag. More
 * than unclosed tags of sloppy programs add up to.
 */
const OPEN_ELEMENTS_MAX = 2000;

class TooDeepError extends Error {}

const ALLOW_LIST: sanitizeHtml.IOptions = {
  allowedTags: [...KNOWN_TAGS],
  allowedAttributes: {
    a: ['href'],
    ol: ['start'],
    td: ['colspan', 'rowspan'],
    th: ['colspan', 'rowspan'],
    figure: [...PICTURE_ATTRIBUTES],
    span: FIELD_ATTRIBUTES.map((suffix) => `data-field${suffix}`),
    ...Object.fromEntries(['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((tag) => [tag, ['data-section-code']])),
  },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
  nonTextTags: [...DROPPED_TAGS],
  nestingLimit: MAX_HTML_DEPTH,
  parser: { decodeEntities: true, lowerCaseTags: true, lowerCaseAttributeNames: true },
};

/** The canonical form; idempotent, never empty, never throws. */
export function canonicalHtml(html: string): string {
  return writeHtml(canonicalBlocks(html));
}

/** Converts any HTML to the canonical tree. */
export function canonicalBlocks(html: string): Block[] {
  return buildDocument(looseNodes(html));
}

/** The canonical tree of HTML in the strict grammar, in time linear in its length; null for any other. */
export function strictBlocks(html: string): Block[] | null {
  const nodes = parseLooseHtml(html, isKnownTag);
  return nodes === null ? null : buildDocument(nodes);
}

function looseNodes(html: string): readonly LooseNode[] {
  const strict = parseLooseHtml(html, isKnownTag);
  if (strict !== null) return strict;
  const text = cleanText(html);
  const clean = sanitised(text);
  if (clean === null) return flatParagraphs(text);
  // Fallback to plain text, where even sanitised HTML is outside the grammar.
  return parseLooseHtml(clean, isKnownTag) ?? [plainText(clean)];
}

/** Sanitised HTML, or null where more elements are open at once than any report has. */
function sanitised(html: string): string | null {
  let open = 0;
  try {
    return sanitizeHtml(html, {
      ...ALLOW_LIST,
      onOpenTag() {
        open += 1;
        if (open > OPEN_ELEMENTS_MAX) throw new TooDeepError();
      },
      onCloseTag() {
        open -= 1;
      },
    });
  } catch (error) {
    if (error instanceof TooDeepError) return null;
    throw error;
  }
}

function plainText(html: string): string {
  return html.replace(/<[^>]*>/g, ' ');
}
