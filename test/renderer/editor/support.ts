import type { LexicalStateJson } from '#report/nodes/lexical-state.ts';
import { parseLexicalState } from '#report/nodes/lexical-state.ts';
import { reportFromHtml } from '#report/pure/build-report-without-dom.ts';

/** Returns the editor state of report HTML, as the vault stores it. */
export function stateOfHtml(html: string): LexicalStateJson {
  return parseLexicalState(reportFromHtml(html).report_lexical);
}
