import type { LexicalStateJson } from '#report/nodes/lexical-state.ts';
import { parseLexicalState } from '#report/nodes/lexical-state.ts';
import { reportFromHtml } from '#report/pure/node-builders.ts';

/** The editor state of report HTML, as the vault would store it. */
export function stateOfHtml(html: string): LexicalStateJson {
  return parseLexicalState(reportFromHtml(html).report_lexical);
}
