/**
 * Cleans pasted content. Copies from this program stay complete, foreign HTML is reduced to what reports
 * allow, tab-separated lines become a table. Over 1 MB is refused with a message. Fields accept one line.
 * Vertical tab, form feed, NEL, U+2028 and U+2029 end a line.
 * Source: clinician's reference, B-i 13 and 23.
 */
import { $insertDataTransferForRichText, $insertGeneratedNodes } from '@lexical/clipboard';
import { $generateNodesFromDOM } from '@lexical/html';
import {
  $createTableCellNode,
  $createTableNode,
  $createTableRowNode,
  TableCellHeaderStates,
  type TableNode,
} from '@lexical/table';
import {
  $createParagraphNode,
  $createTextNode,
  $getSelection,
  $isRangeSelection,
  COMMAND_PRIORITY_CRITICAL,
  CONTROLLED_TEXT_INSERTION_COMMAND,
  type LexicalEditor,
  PASTE_COMMAND,
  type RangeSelection,
} from 'lexical';
import { $currentField } from '#renderer/editor/fields/field-positions.ts';
import { $pasteIntoCells } from '#renderer/editor/tables/paste-into-cells.ts';
import { $cellAround } from '#renderer/editor/tables/table-navigation.ts';
import { parseHtml } from '#report/dom/trusted-html.ts';
import { PASTE_MAX_CHARS, pastedHtml } from '#report/paste/pasted-html.ts';
import { asOneLine, plainLineEnds } from './normalise-line-ends.ts';
import { setPasteRefused } from './paste-notice.ts';

export function registerCleanPaste(editor: LexicalEditor): () => void {
  return editor.registerCommand(
    PASTE_COMMAND,
    (event) => {
      const data = event instanceof ClipboardEvent ? event.clipboardData : null;
      const selection = $getSelection();
      if (!data || !$isRangeSelection(selection)) return false;
      const isHandled = $paste(editor, data, selection);
      if (isHandled) event.preventDefault();
      return isHandled;
    },
    COMMAND_PRIORITY_CRITICAL,
  );
}

function $paste(editor: LexicalEditor, data: DataTransfer, selection: RangeSelection): boolean {
  const html = data.getData('text/html');
  const sent = data.getData('text/plain');
  const text = plainLineEnds(sent);
  if (html.length > PASTE_MAX_CHARS || text.length > PASTE_MAX_CHARS) {
    setPasteRefused('too_large');
    return true;
  }
  setPasteRefused(undefined);
  if ($currentField()) {
    editor.dispatchCommand(CONTROLLED_TEXT_INSERTION_COMMAND, asOneLine(text).trim());
    return true;
  }
  if (data.getData('application/x-lexical-editor') !== '') return false;
  if (html !== '') return $pasteHtml(editor, html, selection);
  const cell = $cellAround(selection.anchor.getNode());
  if (cell) {
    const spread = $pasteIntoCells(cell, text);
    if (spread === 'refused') setPasteRefused('too_wide');
    return spread !== 'text';
  }
  const table = $tableOfText(text);
  if (table === null) {
    if (text === sent) return false;
    const mended = new DataTransfer();
    mended.setData('text/plain', text);
    $insertDataTransferForRichText(mended, selection, editor);
    return true;
  }
  selection.insertNodes([table]);
  return true;
}

function $pasteHtml(editor: LexicalEditor, html: string, selection: RangeSelection): boolean {
  const clean = pastedHtml(html);
  if (clean === null) {
    setPasteRefused('too_large');
    return true;
  }
  const dom = parseHtml(clean);
  const nodes = $generateNodesFromDOM(editor, dom);
  if (nodes.length > 0) $insertGeneratedNodes(editor, nodes, selection);
  return true;
}

/** Creates a table from at least two lines of two cells; the first line is the head. */
function $tableOfText(text: string): TableNode | null {
  const rows = text
    .replace(/\r?\n$/, '')
    .split(/\r?\n/)
    .map((line) => line.split('\t'));
  const width = Math.max(...rows.map((row) => row.length));
  if (rows.length < 2 || width < 2) return null;
  const table = $createTableNode();
  for (const [at, row] of rows.entries()) {
    const line = $createTableRowNode();
    const head = at === 0 ? TableCellHeaderStates.ROW : TableCellHeaderStates.NO_STATUS;
    for (let column = 0; column < width; column += 1) {
      const paragraph = $createParagraphNode().append($createTextNode((row[column] ?? '').trim()));
      line.append($createTableCellNode(head).append(paragraph));
    }
    table.append(line);
  }
  return table;
}
