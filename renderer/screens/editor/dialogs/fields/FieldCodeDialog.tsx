/**
 * Dialog for the code of a report field and of its options. A code identifies the element for other programs,
 * whatever its label.
 */
import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext';
import { $getNodeByKey } from 'lexical';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TextField } from '#renderer/components/controls/TextField.tsx';
import { FormDialog } from '#renderer/components/forms/FormDialog.tsx';
import { useSubmit } from '#renderer/components/forms/use-submit.ts';
import { $currentField } from '#renderer/editor/fields/field-positions.ts';
import { writeFromDialog } from '#renderer/editor/text/caret/focus-report.ts';
import { $isReportFieldNode } from '#report/nodes/field-node.ts';
import type { OptionCodes } from '#report/state/field-meta.ts';
import { isFieldCode } from './field-code.ts';

/**
 * Edits the codes of the field at the caret and of its options. An empty code removes it. The filled state
 * does not change.
 */
export function FieldCodeDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const [editor] = useLexicalComposerContext();
  const [field] = useState(() =>
    editor.read(() => {
      const current = $currentField();
      return current && { key: current.getKey(), ...current.getField() };
    }),
  );
  const [code, setCode] = useState(field?.code ?? '');
  const [optionCodes, setOptionCodes] = useState<OptionCodes>(field?.option_codes ?? {});
  const options = [...new Set(field?.options)];
  const codeOf = (option: string) => (Object.hasOwn(optionCodes, option) ? optionCodes[option] : '') ?? '';
  const isSound = [code, ...options.map(codeOf)].every(isFieldCode);
  const option_codes = Object.fromEntries(options.map((option) => [option, codeOf(option).trim()]));
  const submit = useSubmit({
    body: isSound ? { code: code.trim() || null, option_codes } : undefined,
    send: async (wanted) => {
      writeFromDialog(editor, onClose, () => {
        const node = field && $getNodeByKey(field.key);
        if ($isReportFieldNode(node)) node.setField(wanted);
      });
    },
  });
  return (
    <FormDialog
      title={t('editor.field.codeOf', { label: field?.label ?? '' })}
      act={t('editor.field.keepCode')}
      submit={submit}
      onClose={onClose}
      fieldsClass="b stack"
    >
      <TextField
        label={t('editor.field.code')}
        value={code}
        onChange={setCode}
        help={t('editor.field.codeHelp')}
        error={submit.tried && !isFieldCode(code) ? t('editor.field.codeBad') : undefined}
        mono
        autoFocus
      />
      {options.map((option) => (
        <TextField
          key={option}
          label={t('editor.field.codeOf', { label: option })}
          value={codeOf(option)}
          onChange={(value) => setOptionCodes({ ...optionCodes, [option]: value })}
          error={submit.tried && !isFieldCode(codeOf(option)) ? t('editor.field.codeBad') : undefined}
          mono
        />
      ))}
    </FormDialog>
  );
}
