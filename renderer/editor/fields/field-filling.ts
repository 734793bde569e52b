/**
 * When a field counts as filled: as soon as it shows something else than the template put there. An emptied
 * field shows the blank again once the caret has left it; a number gets its unit and its leading zero then.
 */
import {
  $createTextNode,
  $getNodeByKey,
  $getSelection,
  $isRangeSelection,
  COMMAND_PRIORITY_LOW,
  type LexicalEditor,
  mergeRegister,
  type NodeKey,
  SELECTION_CHANGE_COMMAND,
} from 'lexical';
import { $isReportFieldNode, ReportFieldNode } from '#report/field-node.ts';
import { FIELD_BLANK } from '#report/state/field-meta.ts';
import { setActiveField } from './active-field.ts';
import { $fieldAround } from './field-positions.ts';
import { tidyNumber } from './tidy-number.ts';

export function registerFieldFilling(editor: LexicalEditor): () => void {
  let active: NodeKey | undefined;
  const $onSelection = (): boolean => {
    const selection = $getSelection();
    const field = $isRangeSelection(selection) ? $fieldAround(selection.anchor.getNode()) : null;
    const key = field?.getKey();
    if (key === active) return false;
    const left = active;
    active = key;
    setActiveField(editor, key);
    if (left !== undefined) $tidy(left);
    return false;
  };
  return mergeRegister(
    editor.registerNodeTransform(ReportFieldNode, $markFilled),
    editor.registerCommand(SELECTION_CHANGE_COMMAND, $onSelection, COMMAND_PRIORITY_LOW),
  );
}

function $markFilled(field: ReportFieldNode): void {
  const { filled, default_text: preset } = field.getField();
  const text = field.getTextContent();
  const isUntouched = text === (preset === '' ? FIELD_BLANK : preset) || text.trim() === '';
  if (!filled && !isUntouched) field.setField({ filled: true });
  else if (filled && (text.trim() === '' || text === FIELD_BLANK)) field.setField({ filled: false });
}

/** After the caret has left. */
function $tidy(key: NodeKey): void {
  const field = $getNodeByKey(key);
  if (!$isReportFieldNode(field)) return;
  const text = field.getTextContent();
  const { kind, unit, filled } = field.getField();
  if (text === '') {
    field.clear();
    field.append($createTextNode(FIELD_BLANK));
    return;
  }
  if (kind !== 'number' || !filled) return;
  const after = field.getNextSibling()?.getTextContent() ?? '';
  const tidied = tidyNumber(text, unit, after);
  if (tidied !== text) field.fill(tidied);
}
