/** Baseline editor: plain Lexical with rich text, history and tables, the minimum cost of typing. */
import { createEmptyHistoryState, registerHistory } from '@lexical/history';
import { HeadingNode, QuoteNode, registerRichText } from '@lexical/rich-text';
import { registerTablePlugin, TableCellNode, TableNode, TableRowNode } from '@lexical/table';
import { createEditor } from 'lexical';

declare global {
  interface Window {
    openBare?: (state: string) => void;
  }
}

window.openBare = (state) => {
  const editor = createEditor({
    namespace: 'bare',
    nodes: [HeadingNode, QuoteNode, TableNode, TableRowNode, TableCellNode],
    onError: (error) => {
      throw error;
    },
  });
  editor.setRootElement(document.getElementById('report'));
  registerRichText(editor);
  registerTablePlugin(editor);
  registerHistory(editor, createEmptyHistoryState(), 300);
  editor.setEditorState(editor.parseEditorState(state));
};
