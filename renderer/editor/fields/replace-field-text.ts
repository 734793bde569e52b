/**
 * Replaces the text of a fully selected field and keeps the field. Lexical reads that selection as starting
 * in the text before, so typing would replace the field itself. Covers keys, dictation, input methods and
 * deleting. Spelling checkers and other programs replace the range they name.
 */
import {
  $createRangeSelection,
  $createTextNode,
  $getSelection,
  $isRangeSelection,
  $isTextNode,
  $setSelection,
  BEFORE_INPUT_COMMAND,
  COMMAND_PRIORITY_CRITICAL,
  COMPOSITION_START_COMMAND,
  CONTROLLED_TEXT_INSERTION_COMMAND,
  type LexicalEditor,
  mergeRegister,
} from 'lexical';
import { asOneLine, plainLineEnds } from '#renderer/editor/text/normalise-line-ends.ts';
import type { ReportFieldNode } from '#report/nodes/field-node.ts';
import { FIELD_BLANK } from '#report/state/field-meta.ts';
import {
  $allFields,
  $enterField,
  $fieldAround,
  $partOfFieldSelected,
  $wholeFieldSelected,
} from './field-positions.ts';
import { registerCancelledComposition } from './protection/cancelled-composition.ts';

/**
 * Zero-width text for an input method to write after, because Lexical would put its own outside an empty
 * field. Lexical removes it when the composition ends.
 */
export const COMPOSITION_PLACE = '\u200b';

export function registerFieldReplacing(editor: LexicalEditor): () => void {
  return mergeRegister(
    editor.registerCommand(
      BEFORE_INPUT_COMMAND,
      (event) => {
        const sent = insertedText(event);
        if (sent === undefined || !editor.isEditable()) return false;
        const text = plainLineEnds(sent);
        const named = namedRange(editor, event);
        // Read the selection now, before Lexical applies the ranges of the event.
        const field = named === undefined ? $fieldToFill(text) : $wholeFieldIn(editor, named);
        if (field) $replaceField(field, text);
        else if (named !== undefined) {
          if (!$replaceRange(named, text)) return false;
        } else if (!$replacePart(text) && (text === sent || !$writeOver(text))) return false;
        event.preventDefault();
        return true;
      },
      COMMAND_PRIORITY_CRITICAL,
    ),
    editor.registerCommand(
      CONTROLLED_TEXT_INSERTION_COMMAND,
      (input) => {
        if (typeof input !== 'string') return false;
        const field = $fieldToFill(input);
        if (field) $replaceField(field, input);
        return field !== null || $replacePart(input);
      },
      COMMAND_PRIORITY_CRITICAL,
    ),
    editor.registerCommand(
      COMPOSITION_START_COMMAND,
      () => {
        const field = $fieldToFill(COMPOSITION_PLACE);
        if (field) $replaceField(field, COMPOSITION_PLACE);
        else $replacePart(COMPOSITION_PLACE);
        return false;
      },
      COMMAND_PRIORITY_CRITICAL,
    ),
    registerCancelledComposition(editor),
  );
}

/** Returns the field that typing replaces: selected as a whole, or with the caret in its blank. */
export function $fieldToFill(text: string): ReportFieldNode | null {
  const selected = $wholeFieldSelected();
  const selection = $getSelection();
  if (selected || text === '' || !$isRangeSelection(selection) || !selection.isCollapsed()) return selected;
  const { offset } = selection.anchor;
  const node = selection.anchor.getNode();
  const field = $fieldAround(node);
  if (field?.getTextContent() !== FIELD_BLANK) return null;
  return offset < ($isTextNode(node) ? node.getTextContentSize() : field.getChildrenSize()) ? field : null;
}

/** Returns the text the event inserts over the selection; undefined for events that insert none. */
export function insertedText(event: InputEvent): string | undefined {
  const { inputType, data, dataTransfer } = event;
  if (/^delete(?:Content|Word|By)/.test(inputType)) return '';
  if (inputType !== 'insertText' && inputType !== 'insertReplacementText') return undefined;
  return data ?? dataTransfer?.getData('text/plain');
}

/** Sets the field's text and puts the caret after it. An empty text shows the selected blank. */
export function $replaceField(field: ReportFieldNode, text: string): void {
  if (text !== '' || field.getTextContent() !== FIELD_BLANK) {
    field.clear();
    field.append($createTextNode(text === '' ? FIELD_BLANK : asOneLine(text)));
  }
  const shown = field.getFirstChild();
  if (text === '' || !$isTextNode(shown)) {
    $enterField(field);
    return;
  }
  shown.select(shown.getTextContentSize(), shown.getTextContentSize());
}

/**
 * Replaces part of a field's text. Lexical reads a selection up to the field's end as ending in the next
 * text. Typing 5 over the 2 of 12 would leave 1 in the field and put 5 after it. Returns false if anything
 * else is selected.
 */
export function $replacePart(text: string): boolean {
  const part = $partOfFieldSelected();
  const shown = part?.field.getFirstChild();
  if (!part || !$isTextNode(shown)) return false;
  const rest = shown.getTextContentSize() - part.length;
  // Replace a blank only as a whole, because half a blank would count as filled.
  const isBlank = part.field.getTextContent() === FIELD_BLANK;
  if (isBlank || (text === '' && rest === 0)) $replaceField(part.field, text);
  else {
    const line = asOneLine(text);
    shown.spliceText(part.from, part.length, line);
    shown.select(part.from + line.length, part.from + line.length);
  }
  return true;
}

/**
 * Inserts text over the selection; within a field it stays on one line. Returns false if there is no text to
 * insert.
 */
export function $writeOver(text: string): boolean {
  const selection = $getSelection();
  if (!$isRangeSelection(selection)) return false;
  const isInField = $fieldAround(selection.anchor.getNode()) ?? $fieldAround(selection.focus.getNode());
  if (isInField) selection.insertText(asOneLine(text));
  else selection.insertRawText(text);
  return true;
}

/**
 * Returns the range the event names instead of the selection; undefined for none, or for one outside the
 * report.
 */
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
  // Compare by text, because the browser may name the same selection by other points.
  const isSelection =
    selected !== undefined &&
    !selected.collapsed &&
    range.toString() === selected.toString() &&
    range.compareBoundaryPoints(Range.END_TO_START, selected) < 0 &&
    range.compareBoundaryPoints(Range.START_TO_END, selected) > 0;
  return isSelection ? undefined : range;
}

/** Returns the field whose whole text the range covers, and nothing else. */
function $wholeFieldIn(editor: LexicalEditor, range: Range): ReportFieldNode | undefined {
  const text = range.toString();
  return $allFields().find((field) => {
    if (text === '' || field.getTextContent() !== text) return false;
    const element = editor.getElementByKey(field.getKey());
    return element !== null && range.intersectsNode(element);
  });
}

/**
 * Replaces the text of a range. Returns false if the range is not in the editor. Ignores a range across a
 * field's edge, because replacing it would remove the field.
 */
function $replaceRange(range: Range, text: string): boolean {
  const selection = $createRangeSelection();
  selection.applyDOMRange(range);
  if (selection.isCollapsed()) return false;
  const before = $getSelection()?.clone() ?? null;
  $setSelection(selection);
  if ($replacePart(text)) return true;
  const fields = new Set(selection.getNodes().map((node) => $fieldAround(node)?.getKey()));
  if (fields.size > 1) {
    $setSelection(before);
    return true;
  }
  if (text === '') selection.removeText();
  else $writeOver(text);
  return true;
}
