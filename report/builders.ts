/**
 * Reports from Markdown, HTML and plain text, always with both fields. Needs a DOM (the browser's); Node
 * programs use `node-builders.ts`, which brings one.
 * Source: API spec, Exam, Rule ("both are written").
 */
import { marked } from 'marked';
import { deriveHtml } from './derive-html.ts';
import { escapeText } from './html/html-text.ts';
import { stateFromHtml } from './import-html.ts';
import type { LexicalStateJson } from './lexical-state.ts';

export interface WholeReport {
  readonly report_lexical: string;
  readonly report_html: string;
}

/** GitHub-flavoured Markdown: headings, lists, tables, emphasis, links, rules. */
export function reportFromMarkdown(markdown: string): WholeReport {
  return reportFromHtml(htmlFromMarkdown(markdown));
}

export function reportFromHtml(html: string): WholeReport {
  return reportFromState(stateFromHtml(html));
}

/** A blank line ends a paragraph, a single line end stays one. */
export function reportFromText(text: string): WholeReport {
  return reportFromHtml(htmlFromText(text));
}

export function reportFromState(state: LexicalStateJson): WholeReport {
  return { report_lexical: JSON.stringify(state), report_html: deriveHtml(state) };
}

/** HTML of Markdown, not yet canonical. */
export function htmlFromMarkdown(markdown: string): string {
  return marked.parse(markdown, { async: false, gfm: true });
}

export function htmlFromText(text: string): string {
  const paragraphs = text.replace(/\r\n?/g, '\n').split(/\n{2,}/);
  return paragraphs.map((paragraph) => `<p>${escapeText(paragraph).replaceAll('\n', '<br>')}</p>`).join('');
}
