/**
 * Dialog that inserts a new field into a report or template. Ids are unique within the text and derived from the
 * label.
 */
import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext';
import { $getRoot, $getSelection } from 'lexical';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Select } from '#renderer/components/controls/Select.tsx';
import { TextField } from '#renderer/components/controls/TextField.tsx';
import { FormDialog } from '#renderer/components/forms/FormDialog.tsx';
import { useSubmit } from '#renderer/components/forms/use-submit.ts';
import { $allFields } from '#renderer/editor/fields/field-positions.ts';
import { writeFromDialog } from '#renderer/editor/text/caret/focus-report.ts';
import { $createReportFieldNode } from '#report/nodes/field-node.ts';
import { FIELD_COMPLETIONS, type FieldCompletion, type FieldMeta } from '#report/state/field-meta.ts';
import { isFieldCode } from './field-code.ts';

const KINDS = ['text', 'number', 'date', 'select', 'multi'] as const;
type Kind = (typeof KINDS)[number];

const KIND_LABELS = {
  text: 'editor.field.kindText',
  number: 'editor.field.kindNumber',
  date: 'editor.field.kindDate',
  select: 'editor.field.kindSelect',
  multi: 'editor.field.kindMulti',
} as const;

const COMPLETION_LABELS = {
  none: 'editor.field.completionNone',
  alert: 'editor.field.completionAlert',
  prohibit: 'editor.field.completionProhibit',
} as const;

/** Inserts a new field at the caret with a label, a type and a rule for leaving it open. */
export function NewFieldDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const [editor] = useLexicalComposerContext();
  const [label, setLabel] = useState('');
  const [kind, setKind] = useState<Kind>('text');
  const [options, setOptions] = useState('');
  const [unit, setUnit] = useState('');
  const [range, setRange] = useState({ min: '', max: '' });
  const [preset, setPreset] = useState('');
  const [code, setCode] = useState('');
  const [completion, setCompletion] = useState<FieldCompletion>('none');
  const hasOptions = kind === 'select' || kind === 'multi';
  const choices = options
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
  const labelError = label.trim() === '' ? t('editor.field.labelMissing') : undefined;
  const optionsError = hasOptions && choices.length < 2 ? t('editor.field.optionsMissing') : undefined;

  const codeError = isFieldCode(code) ? undefined : t('editor.field.codeBad');
  const meta: Omit<FieldMeta, 'id'> = {
    label: label.trim(),
    kind,
    options: hasOptions ? choices : [],
    unit: kind === 'number' && unit.trim() !== '' ? unit.trim() : null,
    min: numberOf(kind, range.min),
    max: numberOf(kind, range.max),
    completion,
    code: code.trim() || null,
    default_text: preset.trim(),
    filled: false,
  };
  const submit = useSubmit({
    body: labelError || optionsError || codeError ? undefined : meta,
    send: async (wanted) => {
      writeFromDialog(editor, onClose, () => $insertField(wanted));
    },
  });
  return (
    <FormDialog
      title={t('editor.field.create')}
      act={t('editor.field.insert')}
      submit={submit}
      onClose={onClose}
      fieldsClass="b stack"
    >
      <TextField
        label={t('editor.field.label')}
        value={label}
        onChange={setLabel}
        error={submit.tried ? labelError : undefined}
        autoFocus
      />
      <Select<Kind>
        label={t('editor.field.kind')}
        value={kind}
        choices={KINDS.map((value) => ({ value, label: t(KIND_LABELS[value]) }))}
        onChange={setKind}
      />
      {hasOptions ? (
        <TextField
          label={t('editor.field.options')}
          value={options}
          onChange={setOptions}
          error={submit.tried ? optionsError : undefined}
          multiline
        />
      ) : null}
      {kind === 'number' ? (
        <div className="three-fields">
          <TextField label={t('editor.field.unit')} value={unit} onChange={setUnit} />
          <TextField
            label={t('editor.field.min')}
            value={range.min}
            onChange={(min) => setRange({ ...range, min })}
          />
          <TextField
            label={t('editor.field.max')}
            value={range.max}
            onChange={(max) => setRange({ ...range, max })}
          />
        </div>
      ) : null}
      <TextField
        label={t('editor.field.preset')}
        value={preset}
        onChange={setPreset}
        help={t('common.optional')}
      />
      <TextField
        label={t('editor.field.code')}
        value={code}
        onChange={setCode}
        help={t('editor.field.codeHelp')}
        error={submit.tried ? codeError : undefined}
        mono
      />
      <Select<FieldCompletion>
        label={t('editor.field.completion')}
        value={completion}
        choices={FIELD_COMPLETIONS.map((value) => ({ value, label: t(COMPLETION_LABELS[value]) }))}
        onChange={setCompletion}
      />
    </FormDialog>
  );
}

function $insertField(meta: Omit<FieldMeta, 'id'>): void {
  const field = $createReportFieldNode({ ...meta, id: $freeId(meta.label) });
  const selection = $getSelection() ?? $getRoot().selectEnd();
  selection.insertNodes([field]);
  field.selectNext(0, 0);
}

function numberOf(kind: Kind, text: string): number | null {
  const value = text.trim() === '' ? Number.NaN : Number(text.replace(',', '.'));
  return kind === 'number' && Number.isFinite(value) ? value : null;
}

/** Returns an id that no other field of this text has. */
function $freeId(label: string): string {
  const stem =
    label
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
      .replaceAll(/^-|-$/g, '') || 'field';
  const taken = new Set($allFields().map((field) => field.getField().id));
  if (!taken.has(stem)) return stem;
  let number = 2;
  while (taken.has(`${stem}-${number}`)) number += 1;
  return `${stem}-${number}`;
}
