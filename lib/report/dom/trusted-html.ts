/**
 * All places where text becomes HTML in the interface: parsers, whose documents run and load nothing, and canonical
 * report HTML. The page's policy refuses text everywhere else.
 */
import { createHtmlPolicy } from './html-policy.ts';

/** Marks text as trusted HTML for the page. */
export const trustedHtml = createHtmlPolicy('vault');

/** Parses into a document separate from the page: nothing in it runs or loads. */
export function parseHtml(text: string): Document {
  return new DOMParser().parseFromString(trustedHtml(text), 'text/html');
}
