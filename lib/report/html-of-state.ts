/**
 * `report_html` from an editor state without a DOM and without Lexical: what `derive-html.ts` answers by
 * Lexical's own export, to the byte. For Node: the server and the SDK.
 * Source: choices, "Reports".
 */
import { looseFromState } from './convert/loose-from-state.ts';
import { buildDocument } from './html/build-blocks.ts';
import { writeHtml } from './html/write-html.ts';
import type { LexicalStateJson } from './lexical-state.ts';
import { knownState } from './state/known-state.ts';

/** Canonical HTML of any state that `parseLexicalState` accepts; unknown nodes appear as their text. */
export function htmlOfState(state: LexicalStateJson): string {
  return writeHtml(buildDocument(looseFromState(knownState(state).state)));
}
