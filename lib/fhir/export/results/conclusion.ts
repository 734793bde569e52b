/** Extracts the impression of a report as plain text: from its heading to the next of the same or a higher level. */
import { buildDocument } from '#report/html/build-blocks.ts';
import { isKnownTag } from '#report/html/html-tags.ts';
import { parseLooseHtml } from '#report/html/parse-loose-html.ts';
import { textOfBlocks, textOfInlines } from '#report/html/tree-text.ts';

/** LOINC code of the impression section. */
const IMPRESSION = '19005-8';
/** Titles of a heading without a code. */
const TITLE = /^(?:impression|conclusion|beurteilung|zusammenfassung)$/i;

/** Returns the impression as plain text; empty where the report has no such section. */
export function conclusionOf(html: string): string {
  const nodes = parseLooseHtml(html, isKnownTag);
  if (nodes === null) return '';
  const blocks = buildDocument(nodes);
  const start = blocks.findIndex(
    (block) =>
      block.kind === 'heading' &&
      (block.sectionCode === IMPRESSION || TITLE.test(textOfInlines(block.children).trim())),
  );
  const heading = blocks[start];
  if (heading?.kind !== 'heading') return '';
  const rest = blocks.slice(start + 1);
  const end = rest.findIndex((block) => block.kind === 'heading' && block.level <= heading.level);
  return textOfBlocks(end === -1 ? rest : rest.slice(0, end)).trim();
}
