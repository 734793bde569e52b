/**
 * The part of a search that is looked for in the texts of reports: all but the list's own operators. A section before a
 * colon, or `text:`, says that reports are meant.
 */
import { SECTIONS, sectionCodeOfTitle } from '#report/state/section-titles.ts';

export interface ReportQuery {
  /** Empty without any word. */
  readonly text: string;
  readonly isNamed: boolean;
}

const TOKEN = /(?:([\p{L}_]+):\s*)?(?:"[^"]*"?|[^\s"]+)/gu;
const LIST_OPERATORS: ReadonlySet<string> = new Set(['modality', 'date', 'tag', 'state', 'has', 'id']);
const TEXT = 'text';

export function parseReportQuery(search: string): ReportQuery {
  const parts: string[] = [];
  let isNamed = false;
  for (const [token, name] of search.matchAll(TOKEN)) {
    const operator = (name ?? (token.endsWith(':') ? token.slice(0, -1) : '')).toLowerCase();
    if (LIST_OPERATORS.has(operator)) continue;
    const isOfReports = operator === TEXT || isSection(operator);
    if (isOfReports) isNamed = true;
    // Its word is not typed yet.
    if (isOfReports && name === undefined) continue;
    parts.push(operator === TEXT ? token.slice(token.indexOf(':') + 1) : token);
  }
  const text = parts.join(' ').trim();
  return { text: /[\p{L}\p{N}]/u.test(text) ? text : '', isNamed };
}

function isSection(name: string): boolean {
  if (name === 'caption' || SECTIONS.some(({ key }) => key === name)) return true;
  return sectionCodeOfTitle(name.replaceAll('_', ' ')) !== null;
}
