/**
 * Report builders that work wherever the SDK does: in a browser by its own DOM, in Node by the sanitiser, either
 * loaded only when a report is made. Both report fields are always given, as the vault's editor needs.
 * Source: API spec, "Exam record", rule.
 */
import type { ReportContent } from '#report/report-content.ts';
import { assertGiven } from './http/given.ts';

/** Headings, nested lists, tables, links, emphasis. */
export async function reportFromMarkdown(markdown: string): Promise<ReportContent> {
  return (await builders()).reportFromMarkdown(textOf('reportFromMarkdown', markdown));
}

/** Foreign HTML is reduced to what a report can hold; tables stay tables. */
export async function reportFromHtml(html: string): Promise<ReportContent> {
  return (await builders()).reportFromHtml(textOf('reportFromHtml', html));
}

/** A blank line ends a paragraph, a single line end stays one. */
export async function reportFromText(text: string): Promise<ReportContent> {
  return (await builders()).reportFromText(textOf('reportFromText', text));
}

function textOf(call: string, text: string): string {
  assertGiven(typeof text === 'string', `${call} takes the text of a report.`);
  return text;
}

type Builders = Pick<
  typeof import('#report/dom/builders.ts'),
  'reportFromHtml' | 'reportFromMarkdown' | 'reportFromText'
>;

/** A name and not an import that a bundler can follow: no page is to carry the sanitiser with it. */
const NODE_BUILDERS: string = '#report/pure/node-builders.ts';

function builders(): Promise<Builders> {
  return 'document' in globalThis
    ? import('#report/dom/builders.ts')
    : import(/* @vite-ignore */ NODE_BUILDERS);
}
