/** The builders of `builders.ts` for Node: the same reports, with the DOM and the sanitiser brought along. */
import { reportFromHtml as fromHtml, htmlFromMarkdown, htmlFromText, type WholeReport } from './builders.ts';
import { canonicalHtml } from './canonical-html.ts';
import { withNodeDom } from './node-dom.ts';

export function reportFromMarkdown(markdown: string): WholeReport {
  return reportFromHtml(htmlFromMarkdown(markdown));
}

export function reportFromHtml(html: string): WholeReport {
  const clean = canonicalHtml(html);
  return withNodeDom(() => fromHtml(clean));
}

export function reportFromText(text: string): WholeReport {
  return reportFromHtml(htmlFromText(text));
}
