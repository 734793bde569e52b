/** Builds a report with both fields from the canonical tree. */

import { VaultError } from '#contract/errors/vault-error.ts';
import { REPORT_HTML_MAX_BYTES } from '#contract/limits.ts';
import { stateFromBlocks } from './convert/state-from-blocks.ts';
import type { Block } from './html/report-tree.ts';
import { isLongerThan, type LexicalStateJson, parseLexicalState } from './nodes/lexical-state.ts';
import { htmlOfState } from './pure/html-from-state.ts';

export interface ReportContent {
  readonly report_lexical: string;
  readonly report_html: string;
}

/**
 * Builds a report from blocks.
 * @throws VaultError invalid_request when it exceeds a report's nesting depth or size.
 */
export function reportOfBlocks(blocks: readonly Block[]): ReportContent {
  const report_lexical = JSON.stringify(stateFromBlocks(blocks));
  return { report_lexical, report_html: deriveHtmlWithinLimit(parseLexicalState(report_lexical)) };
}

/**
 * Derives HTML from an editor state.
 * @throws VaultError invalid_request when the HTML would exceed a report's size.
 */
export function deriveHtmlWithinLimit(state: LexicalStateJson): string {
  return assertWithinLimit(htmlOfState(state));
}

/**
 * Returns the HTML unchanged. @throws VaultError invalid_request above the limit, because a small state can produce
 * large HTML.
 */
export function assertWithinLimit(html: string): string {
  if (!isLongerThan(html, REPORT_HTML_MAX_BYTES)) return html;
  throw new VaultError(
    'invalid_request',
    `report_html becomes larger than ${REPORT_HTML_MAX_BYTES} bytes. Shorten the report.`,
  );
}
