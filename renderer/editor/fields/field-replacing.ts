/**
 * Typing over a whole field. The browser's selection of all a field shows is read by Lexical as reaching from
 * the text before it, and typing would replace the field itself. Here it replaces only what the field shows:
 * by keys, by dictation, by an input method, by deleting. What a spelling checker or another program replaces is the
 * range it names, wherever the selection is.
 */
import {
  $createRangeSelection,
  $createTextNode,
  $setSelection,
  BEFORE_INPUT_COMMAND,
  COMMAND_PRIORITY_CRITICAL,
  COMPOSITION_START_COMMAND,
  CONTROLLED_TEXT_INSERTION_COMMAND,
  type LexicalEditor,
  mergeRegister,
} from 'lexical';
import type { ReportFieldNode } from '#report/field-node.ts';
import { $allFields, $wholeFieldSelected } from './field-positions.ts';

/**
 * A text for an input method to write behind: put into an empty field, Lexical's own would stand outside it. Lexical takes
 * it out when the composition ends.
 */
const COMPOSITION_PLACE = '\u200b';

export function registerFieldReplacing(editor: LexicalEditor): () => void {
  return mergeRegister(
    editor.registerCommand(
      BEFORE_INPUT_COMMAND,
      (event) => {
        const text = insertedText(event);
        if (text === undefined || !editor.isEditable()) return false;
        const named = namedRange(editor, event);
        // Before Lexical applies the event's own ranges, the selection still is the field's text.
        const field = named === undefined ? $wholeFieldSelected() : $wholeFieldIn(editor, named);
        if (field) $replace(field, text);
        else if (named === undefined || !$replaceRange(named, text)) return false;
        event.preventDefault();
        return true;
      },
      COMMAND_PRIORITY_CRITICAL,
    ),
    editor.registerCommand(
      CONTROLLED_TEXT_INSERTION_COMMAND,
      (input) => {
        const field = $wholeFieldSelected();
        if (!field || typeof input !== 'string') return false;
        $replace(field, input);
        return true;
      },
      COMMAND_PRIORITY_CRITICAL,
    ),
    editor.registerCommand(
      COMPOSITION_START_COMMAND,
      () => {
        const field = $wholeFieldSelected();
        if (field) $replace(field, COMPOSITION_PLACE);
        return false;
      },
      COMMAND_PRIORITY_CRITICAL,
    ),
  );
}

/** What the event puts in the place of the selection; undefined where it does something else. */
export function insertedText(event: InputEvent): string | undefined {
  const { inputType, data, dataTransfer } = event;
  if (inputType.startsWith('deleteContent') || inputType.startsWith('deleteWord')) return '';
  if (inputType !== 'insertText' && inputType !== 'insertReplacementText') return undefined;
  return data ?? dataTransfer?.getData('text/plain');
}

function $replace(field: ReportFieldNode, text: string): void {
  field.clear();
  if (text === '') {
    field.select(0, 0);
    return;
  }
  const shown = $createTextNode(text);
  field.append(shown);
  shown.select(text.length, text.length);
}

/** The range an event names other than the selection; undefined for none, and for what stands outside the report. */
function namedRange(editor: LexicalEditor, event: InputEvent): Range | undefined {
  const [target] = event.getTargetRanges();
  const root = editor.getRootElement();
  if (!target || target.collapsed || !root?.contains(target.startContainer)) return undefined;
  if (!root.contains(target.endContainer)) return undefined;
  const range = document.createRange();
  range.setStart(target.startContainer, target.startOffset);
  range.setEnd(target.endContainer, target.endOffset);
  const selection = document.getSelection();
  const selected = selection && selection.rangeCount > 0 ? selection.getRangeAt(0) : undefined;
  // The browser may name the selection by other points than it was set by: of all a field shows, from the text before.
  const isSelection =
    selected !== undefined &&
    !selected.collapsed &&
    range.toString() === selected.toString() &&
    range.compareBoundaryPoints(Range.END_TO_START, selected) < 0 &&
    range.compareBoundaryPoints(Range.START_TO_END, selected) > 0;
  return isSelection ? undefined : range;
}

/** The field all of whose text the range holds, and no other text. */
function $wholeFieldIn(editor: LexicalEditor, range: Range): ReportFieldNode | undefined {
  const text = range.toString();
  return $allFields().find((field) => {
    if (text === '' || field.getTextContent() !== text) return false;
    const element = editor.getElementByKey(field.getKey());
    return element !== null && range.intersectsNode(element);
  });
}

/** False where the range is nowhere in the text as the editor has it. */
function $replaceRange(range: Range, text: string): boolean {
  const selection = $createRangeSelection();
  selection.applyDOMRange(range);
  if (selection.isCollapsed()) return false;
  $setSelection(selection);
  if (text === '') selection.removeText();
  else selection.insertRawText(text);
  return true;
}
