/**
 * An editor state from HTML, read by the DOM's own parser: for the renderer. Node programs read HTML by
 * `canonical-html.ts` instead; from the canonical tree on, both go the same way.
 * Source: choices, "Reports" ("the editor never opens empty").
 */
import { stateFromBlocks } from '#report/convert/state-from-blocks.ts';
import { buildDocument } from '#report/html/build-blocks.ts';
import type { Block } from '#report/html/report-tree.ts';
import { type LexicalStateJson, parseLexicalState } from '#report/nodes/lexical-state.ts';
import { parseHtml } from './trusted-html.ts';
import { looseFromDom } from './uncanonical-from-dom.ts';

/** The state of any HTML; without content, one empty paragraph. */
export function stateFromHtml(html: string): LexicalStateJson {
  return parseLexicalState(JSON.stringify(stateFromBlocks(blocksFromHtml(html))));
}

/** The canonical tree of any HTML, by the DOM's own parser: the browser's counterpart of `canonicalBlocks`. */
export function blocksFromHtml(html: string): Block[] {
  return buildDocument(looseFromDom(parseHtml(html).body));
}
