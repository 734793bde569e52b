/**
 * Keeps both forms of a report consistent: `report_lexical` is authoritative, `report_html` is its canonical HTML, and
 * a report has both or neither. Needs no DOM.
 * Source: API spec, Exam, Rule; choices, "Reports".
 */

import type { Block } from './html/report-tree.ts';
import { textOfBlocks } from './html/tree-text.ts';
import { writeHtml } from './html/write-html.ts';
import { parseLexicalState } from './nodes/lexical-state.ts';
import { sameText, textOfState } from './plain-text.ts';
import { canonicalBlocks, strictBlocks } from './pure/canonical-html.ts';
import { assertWithinLimit, deriveHtmlWithinLimit, reportOfBlocks } from './report-content.ts';

export interface PartialReportForms {
  readonly report_lexical?: string | null | undefined;
  readonly report_html?: string | null | undefined;
}

export interface ReportForms {
  readonly report_lexical: string | null;
  readonly report_html: string | null;
}

/**
 * The two forms to store. A given state is kept byte for byte.
 * @throws VaultError invalid_request when `report_lexical` is not an editor state, or the HTML becomes too large.
 */
export function normaliseReportForms(given: PartialReportForms): ReportForms {
  const { report_html = null } = given;
  return completePair(given, report_html === null ? null : canonicalBlocks(report_html));
}

/**
 * The same without the sanitiser, in linear time; null for HTML outside the strict grammar.
 * @throws VaultError invalid_request as `normaliseReportForms` does.
 */
export function normaliseWithoutSanitiser(given: PartialReportForms): ReportForms | null {
  const { report_html = null } = given;
  if (report_html === null) return completePair(given, null);
  const blocks = strictBlocks(report_html);
  return blocks === null ? null : completePair(given, blocks);
}

function completePair(
  { report_lexical = null }: PartialReportForms,
  given: readonly Block[] | null,
): ReportForms {
  if (report_lexical === null) {
    return given === null ? { report_lexical: null, report_html: null } : reportOfBlocks(given);
  }
  const state = parseLexicalState(report_lexical);
  const agree = given !== null && sameText(textOfState(state), textOfBlocks(given));
  return {
    report_lexical,
    report_html: agree ? assertWithinLimit(writeHtml(given)) : deriveHtmlWithinLimit(state),
  };
}
