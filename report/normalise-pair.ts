/**
 * The pair rule: `report_lexical` is the source of truth, `report_html` is canonical and says the same, and
 * a report has both or neither. Runs in Node: the fast path on the server's main thread, the rest in its
 * worker (with `node-dom.ts`) or in the SDK.
 * Source: API spec, Exam, Rule; choices, "Reports".
 */
import { canonicalBlocks, canonicalHtml } from './canonical-html.ts';
import { textOfBlocks } from './html/tree-text.ts';
import { writeHtml } from './html/write-html.ts';
import { type LexicalStateJson, parseLexicalState } from './lexical-state.ts';
import { sameText, textOfState } from './plain-text.ts';

export interface GivenPair {
  readonly report_lexical?: string | null | undefined;
  readonly report_html?: string | null | undefined;
}

export interface ReportPair {
  readonly report_lexical: string | null;
  readonly report_html: string | null;
}

/** The two conversions that need a DOM. */
export interface PairConversions {
  readonly deriveHtml: (state: LexicalStateJson) => string;
  readonly stateFromHtml: (html: string) => LexicalStateJson;
}

/**
 * The whole pair where that can be told without a DOM: both given with the same text (the HTML comes back
 * canonical), or neither given. Null when something has to be derived.
 * @throws VaultError invalid_request when `report_lexical` is not an editor state.
 */
export function fastPath(given: GivenPair): ReportPair | null {
  const { report_lexical = null, report_html = null } = given;
  if (report_lexical === null) return report_html === null ? { report_lexical, report_html } : null;
  const state = parseLexicalState(report_lexical);
  if (report_html === null) return null;
  const blocks = canonicalBlocks(report_html);
  const agree = sameText(textOfState(state), textOfBlocks(blocks));
  return agree ? { report_lexical, report_html: writeHtml(blocks) } : null;
}

/**
 * The pair to store. A given state is kept byte for byte.
 * @throws VaultError invalid_request when `report_lexical` is not an editor state.
 */
export function normalisePair(given: GivenPair, conversions: PairConversions): ReportPair {
  const known = fastPath(given);
  if (known !== null) return known;
  const { report_lexical = null, report_html = null } = given;
  if (report_lexical !== null) {
    return { report_lexical, report_html: conversions.deriveHtml(parseLexicalState(report_lexical)) };
  }
  const state = conversions.stateFromHtml(canonicalHtml(report_html ?? ''));
  return { report_lexical: JSON.stringify(state), report_html: conversions.deriveHtml(state) };
}
