/**
 * Converts HTML to an editor state with the DOM's parser: for the renderer. Node programs read HTML by
 * `canonical-html.ts`; from the canonical tree on, both are the same.
 * Source: choices, "Reports" ("the editor never opens empty").
 */
import { stateFromBlocks } from '#report/convert/state-from-blocks.ts';
import { buildDocument } from '#report/html/build-blocks.ts';
import type { Block } from '#report/html/report-tree.ts';
import { type LexicalStateJson, parseLexicalState } from '#report/nodes/lexical-state.ts';
import { looseFromDom } from './loose-nodes-from-dom.ts';
import { parseHtml } from './trusted-html.ts';

/** The editor state of any HTML; without content, one empty paragraph. */
export function stateFromHtml(html: string): LexicalStateJson {
  return parseLexicalState(JSON.stringify(stateFromBlocks(blocksFromHtml(html))));
}

/** The canonical tree of any HTML, by the DOM's own parser: the browser's counterpart of `canonicalBlocks`. */
export function blocksFromHtml(html: string): Block[] {
  return buildDocument(looseFromDom(parseHtml(html).body));
}
