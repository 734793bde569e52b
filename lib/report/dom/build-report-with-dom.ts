/**
 * Builds reports from Markdown, HTML and plain text, always with both fields. Needs a browser's DOM; Node programs use
 * `build-report-without-dom.ts`.
 * Source: API spec, "Exam record", Rule.
 */

import { type ReportContent, reportOfBlocks } from '#report/report-content.ts';
import { htmlFromMarkdown, htmlFromText } from '#report/source-html.ts';
import { blocksFromHtml } from './import-html.ts';

/** GitHub-flavoured Markdown: headings, lists, tables, emphasis, links, rules. */
export function reportFromMarkdown(markdown: string): ReportContent {
  return reportFromHtml(htmlFromMarkdown(markdown));
}

export function reportFromHtml(html: string): ReportContent {
  return reportOfBlocks(blocksFromHtml(html));
}

/** A blank line ends a paragraph; a single line break stays one. */
export function reportFromText(text: string): ReportContent {
  return reportFromHtml(htmlFromText(text));
}
