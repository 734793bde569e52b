/** The builders of `builders.ts` for Node: the same reports, read by the sanitiser instead of a DOM. */

import { reportOfBlocks, type WholeReport } from '#report/report-content.ts';
import { htmlFromMarkdown, htmlFromText } from '#report/source-html.ts';
import { canonicalBlocks } from './canonical-html.ts';

export function reportFromMarkdown(markdown: string): WholeReport {
  return reportFromHtml(htmlFromMarkdown(markdown));
}

export function reportFromHtml(html: string): WholeReport {
  return reportOfBlocks(canonicalBlocks(html));
}

export function reportFromText(text: string): WholeReport {
  return reportFromHtml(htmlFromText(text));
}
