/** Announces a field's label, type and value to screen readers when the caret enters it. */
import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext';
import { $getNodeByKey } from 'lexical';
import { useTranslation } from 'react-i18next';
import { useActiveField } from '#renderer/editor/fields/active-field.ts';
import { $isReportFieldNode } from '#report/nodes/field-node.ts';

const KINDS = {
  text: 'editor.field.kindText',
  number: 'editor.field.kindNumber',
  date: 'editor.field.kindDate',
  select: 'editor.field.kindSelect',
  multi: 'editor.field.kindMulti',
} as const;

export function FieldAnnouncer() {
  const { t } = useTranslation();
  const [editor] = useLexicalComposerContext();
  const key = useActiveField((state) => (state.editor === editor ? state.key : undefined));
  return (
    <p className="vh" aria-live="polite" data-testid="field-told">
      {key === undefined ? '' : editor.getEditorState().read(told)}
    </p>
  );

  function told(): string {
    const node = key === undefined ? null : $getNodeByKey(key);
    if (!$isReportFieldNode(node)) return '';
    const { label, kind, unit, filled } = node.getField();
    const says = filled ? node.getTextContent() : t('editor.field.isOpen');
    return [label, kind === 'merge' ? '' : t(KINDS[kind]), unit ?? '', says].filter(Boolean).join(', ');
  }
}
