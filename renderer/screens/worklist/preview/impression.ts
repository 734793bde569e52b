/**
 * Extracts the impression of a report as plain text lines. Parses inert markup that never reaches the page.
 */
import { parseHtml } from '#report/dom/trusted-html.ts';

const IMPRESSION_CODE = '19005-8';
const HEADINGS = 'h1, h2, h3, h4, h5, h6';

export function impressionLines(reportHtml: string | null): string[] {
  if (!reportHtml) return [];
  const page = parseHtml(reportHtml);
  const heading = page.querySelector(`[data-section-code="${IMPRESSION_CODE}"]`);
  const lines: string[] = [];
  let element = heading?.nextElementSibling;
  while (element && !element.matches(HEADINGS)) {
    const blocks = element.matches('ul, ol') ? [...element.querySelectorAll('li')] : [element];
    for (const block of blocks) {
      const text = block.textContent?.trim();
      if (text) lines.push(text);
    }
    element = element.nextElementSibling;
  }
  return lines;
}
