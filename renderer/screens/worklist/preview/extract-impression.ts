/** Extracts the impression and the addenda of a report as plain text lines. Parses inert markup. */
import { parseHtml } from '#report/dom/trusted-html.ts';

const IMPRESSION_CODE = '19005-8';
const HEADINGS = 'h1, h2, h3, h4, h5, h6';
/** The dated heading of an addendum, in the languages of reports. */
const ADDENDUM = /^(?:addendum|nachtrag|adenda|adendo)(?!\p{L})/iu;

export interface Addition {
  readonly title: string;
  readonly lines: readonly string[];
}

export interface Conclusion {
  readonly impression: readonly string[];
  readonly additions: readonly Addition[];
}

export function conclusionOf(reportHtml: string | null): Conclusion {
  if (!reportHtml) return { impression: [], additions: [] };
  const page = parseHtml(reportHtml);
  const heading = page.querySelector(`[data-section-code="${IMPRESSION_CODE}"]`);
  const added = [...page.querySelectorAll(HEADINGS)].filter((each) => ADDENDUM.test(each.textContent ?? ''));
  return {
    impression: heading === null ? [] : linesBelow(heading),
    additions: added.map((each) => ({ title: each.textContent?.trim() ?? '', lines: linesBelow(each) })),
  };
}

function linesBelow(heading: Element): string[] {
  const lines: string[] = [];
  for (let at = heading.nextElementSibling; at && !at.matches(HEADINGS); at = at.nextElementSibling)
    lines.push(...linesOf(at));
  return lines;
}

/** Returns one entry per line of text; cells of a table row are joined by commas. */
function linesOf(element: Element): string[] {
  if (element.matches('table'))
    return [...element.querySelectorAll('tr')].flatMap(
      (row) => [...row.children].flatMap((cell) => linesOf(cell).join(' ') || []).join(', ') || [],
    );
  const lines = [''];
  for (const node of element.childNodes) {
    const child = [...element.children].find((each) => each === node);
    if (child?.matches('br')) lines.push('');
    else if (child?.matches('p, ul, ol, li, table, blockquote, div')) lines.push(...linesOf(child), '');
    else lines.push(`${lines.pop() ?? ''}${node.textContent ?? ''}`);
  }
  return lines.flatMap((line) => line.trim() || []);
}
