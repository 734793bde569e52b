/** Inserts a template of the vault into the report as blocks. */
import type { LexicalEditor } from 'lexical';
import { vault } from '#renderer/api/vault-client.ts';
import { stateOfRecord } from '#renderer/editor/editing-session/report-text.ts';
import { placeCaret } from '#renderer/editor/text/caret/focus-report.ts';
import type { LexicalNodeJson } from '#report/nodes/lexical-state.ts';
import { $insertTemplate } from './insert-blocks.ts';

export async function templateBlocks(id: string): Promise<readonly LexicalNodeJson[]> {
  return stateOfRecord((await vault().templates.get(id)).record).root.children;
}

/** Moves the caret and the focus to the first field of the template. */
export async function insertStoredTemplate(editor: LexicalEditor, id: string): Promise<void> {
  const blocks = await templateBlocks(id);
  placeCaret(editor, () => $insertTemplate(editor, blocks));
}
