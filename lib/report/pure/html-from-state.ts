/**
 * Derives `report_html` from an editor state without DOM and Lexical; byte for byte equal to `derive-html.ts`. For
 * Node: the server and the SDK.
 * Source: choices, "Reports".
 */
import { looseFromState } from '#report/convert/loose-nodes-from-state.ts';
import { buildDocument } from '#report/html/build-blocks.ts';
import { writeHtml } from '#report/html/write-html.ts';
import type { LexicalStateJson } from '#report/nodes/lexical-state.ts';
import { sanitiseState } from '#report/state/sanitise-state.ts';

/** Canonical HTML of any state that `parseLexicalState` accepts; unknown nodes appear as their text. */
export function htmlOfState(state: LexicalStateJson): string {
  return writeHtml(buildDocument(looseFromState(sanitiseState(state).state)));
}
