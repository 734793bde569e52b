/**
 * Derives `report_html` from an editor state with Lexical's own export, then canonicalises it. For the renderer: needs
 * a DOM. `html-from-state.ts` gives the same bytes without one.
 * Source: choices, "Reports".
 */
import { createHeadlessEditor } from '@lexical/headless';
import { $generateDOMFromNodes } from '@lexical/html';
import type { LexicalEditor } from 'lexical';
import { buildDocument } from '#report/html/build-blocks.ts';
import { writeHtml } from '#report/html/write-html.ts';
import type { LexicalStateJson } from '#report/nodes/lexical-state.ts';
import { REPORT_HTML, REPORT_NODES } from '#report/nodes/report-node-set.ts';
import { sanitiseState } from '#report/state/sanitise-state.ts';
import { looseFromDom } from './loose-nodes-from-dom.ts';

/** Canonical HTML of any state that `parseLexicalState` accepts; unknown nodes appear as their text. */
export function deriveHtml(state: LexicalStateJson): string {
  const editor = createReportEditor();
  editor.setEditorState(editor.parseEditorState(JSON.stringify(sanitiseState(state).state)));
  return htmlOfEditor(editor);
}

/** Canonical HTML of an editor's present content; the editor must use the report's node set. */
export function htmlOfEditor(editor: LexicalEditor): string {
  return editor.getEditorState().read(
    () => {
      const container = $generateDOMFromNodes(document.createElement('div'), null, editor);
      return writeHtml(buildDocument(looseFromDom(container)));
    },
    { editor },
  );
}

/** A headless editor with the report's node set; errors are thrown, not logged. */
export function createReportEditor(): LexicalEditor {
  return createHeadlessEditor({
    namespace: 'report',
    nodes: [...REPORT_NODES],
    html: REPORT_HTML,
    onError: (error: Error) => {
      throw error;
    },
  });
}
