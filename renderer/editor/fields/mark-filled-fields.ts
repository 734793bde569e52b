/**
 * Marks a field as filled once its text differs from the template's. When the caret leaves, an emptied field
 * gets its blank back. A number gets its unit and leading zero then.
 */
import {
  $createTextNode,
  $getNodeByKey,
  CLICK_COMMAND,
  COMMAND_PRIORITY_LOW,
  HISTORY_MERGE_TAG,
  type LexicalEditor,
  mergeRegister,
  type NodeKey,
} from 'lexical';
import { $isReportFieldNode, ReportFieldNode } from '#report/nodes/field-node.ts';
import { FIELD_BLANK } from '#report/state/field-meta.ts';
import { setActiveField } from './active-field.ts';
import { normaliseNumber } from './complete-typed-number.ts';
import { $currentField, $markFieldChecked } from './field-positions.ts';

export function registerFieldFilling(editor: LexicalEditor): () => void {
  let active: NodeKey | undefined;
  const follow = (): void => {
    // Ignore read-only text, which has no field to fill.
    const key = editor.isEditable() ? editor.getEditorState().read($fieldKeyAtCaret) : undefined;
    if (key === active) return;
    const left = active;
    active = key;
    setActiveField(editor, key);
    if (left !== undefined && editor.isEditable())
      editor.update(() => $tidy(left), { tag: HISTORY_MERGE_TAG });
  };
  return mergeRegister(
    editor.registerNodeTransform(ReportFieldNode, $markFilled),
    editor.registerUpdateListener(follow),
    editor.registerCommand(
      CLICK_COMMAND,
      () => {
        const field = editor.isEditable() ? $currentField() : null;
        if (field) $markFieldChecked(field);
        return false;
      },
      COMMAND_PRIORITY_LOW,
    ),
  );
}

function $fieldKeyAtCaret(): NodeKey | undefined {
  return $currentField()?.getKey();
}

function $markFilled(field: ReportFieldNode): void {
  const { filled, default_text: preset, not_reviewed } = field.getField();
  const text = field.getTextContent();
  const isUntouched = text === (preset === '' ? FIELD_BLANK : preset) || text.trim() === '';
  if (not_reviewed && preset !== '' && text !== preset) $markFieldChecked(field);
  if (!filled && !isUntouched) field.setField({ filled: true });
  else if (filled && (text.trim() === '' || text === FIELD_BLANK)) field.setField({ filled: false });
}

/** Normalises a field after the caret has left it. */
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
  const tidied = normaliseNumber(text, unit, after);
  if (tidied !== text) field.fill(tidied);
}
