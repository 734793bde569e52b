import type { LexicalStateJson } from '#report/lexical-state.ts';
import { parseLexicalState } from '#report/lexical-state.ts';
import { reportFromHtml } from '#report/node-builders.ts';

/** The editor state of report HTML, as the vault would store it. */
export function stateOfHtml(html: string): LexicalStateJson {
  return parseLexicalState(reportFromHtml(html).report_lexical);
}
