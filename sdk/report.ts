/**
 * Builds report contents from Markdown, HTML or text, in browsers by the DOM, in Node by the sanitiser. Both are
 * loaded with the first report. Both report fields are always set, as the editor needs.
 * Source: API spec, "Exam record", rule.
 */
import type { ReportContent } from '#report/report-content.ts';
import { assertGiven } from './http/argument-checks.ts';

/** Accepts headings, nested lists, tables, links and emphasis. */
export async function reportFromMarkdown(markdown: string): Promise<ReportContent> {
  return (await builders()).reportFromMarkdown(textOf('reportFromMarkdown', markdown));
}

/** Reduces foreign HTML to what a report allows; tables stay tables. */
export async function reportFromHtml(html: string): Promise<ReportContent> {
  return (await builders()).reportFromHtml(textOf('reportFromHtml', html));
}

/** A blank line ends a paragraph; a single line end is kept. */
export async function reportFromText(text: string): Promise<ReportContent> {
  return (await builders()).reportFromText(textOf('reportFromText', text));
}

function textOf(call: string, text: string): string {
  assertGiven(typeof text === 'string', `${call} takes the text of a report.`);
  return text;
}

type Builders = Pick<
  typeof import('#report/dom/build-report-with-dom.ts'),
  'reportFromHtml' | 'reportFromMarkdown' | 'reportFromText'
>;

/** A string, so that bundlers do not follow it and add the sanitiser to pages. */
const NODE_BUILDERS: string = '#report/pure/build-report-without-dom.ts';

function builders(): Promise<Builders> {
  return 'document' in globalThis
    ? import('#report/dom/build-report-with-dom.ts')
    : import(/* @vite-ignore */ NODE_BUILDERS);
}
