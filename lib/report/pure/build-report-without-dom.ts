/** Report builders for Node: the same results as `build-report-with-dom.ts`, with the sanitiser instead of a DOM. */

import { type ReportContent, reportOfBlocks } from '#report/report-content.ts';
import { htmlFromMarkdown, htmlFromText } from '#report/source-html.ts';
import { canonicalBlocks } from './canonical-html.ts';

export function reportFromMarkdown(markdown: string): ReportContent {
  return reportFromHtml(htmlFromMarkdown(markdown));
}

export function reportFromHtml(html: string): ReportContent {
  return reportOfBlocks(canonicalBlocks(html));
}

export function reportFromText(text: string): ReportContent {
  return reportFromHtml(htmlFromText(text));
}
