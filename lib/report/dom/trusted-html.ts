/**
 * Where text becomes HTML in the interface, all of it: parsers, whose documents run and load nothing, and what was
 * brought into the report's allow-list form. The page's policy refuses text everywhere else.
 */
import { createHtmlPolicy } from './html-policy.ts';

/** The same text, as the page takes it. */
export const trustedHtml = createHtmlPolicy('vault');

/** A document apart from the page: nothing in it runs or loads. */
export function parseHtml(text: string): Document {
  return new DOMParser().parseFromString(trustedHtml(text), 'text/html');
}
