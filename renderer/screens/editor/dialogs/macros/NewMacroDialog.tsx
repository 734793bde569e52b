/**
 * Dialog that saves selected text as a macro, personal or for a security group. Replaces a macro of the same
 * name and owner.
 */
import { $generateHtmlFromNodes } from '@lexical/html';
import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext';
import { $getSelection, $isRangeSelection, type LexicalEditor } from 'lexical';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#renderer/components/controls/Button.tsx';
import { Select } from '#renderer/components/controls/Select.tsx';
import { TextField } from '#renderer/components/controls/TextField.tsx';
import { Dialog } from '#renderer/components/dialogs/Dialog.tsx';
import { FormDialog } from '#renderer/components/forms/FormDialog.tsx';
import { useSubmit } from '#renderer/components/forms/use-submit.ts';
import { $wholeFieldSelected } from '#renderer/editor/fields/field-positions.ts';
import { $insertBlocks } from '#renderer/editor/insert/insert-blocks.ts';
import {
  ABBREVIATION,
  abbreviationOf,
  type Macro,
  saveGroupMacro,
  saveOwnMacro,
  useMacros,
} from '#renderer/editor/insert/macros/macro-store.ts';
import { writeFromDialog } from '#renderer/editor/text/caret/focus-report.ts';
import { useWritableGroups } from '#renderer/state/session/writable-groups.ts';
import { showToast } from '#renderer/state/toast-store.ts';
import { MacroList, MacroPreview } from './MacroList.tsx';

/** Lists the available macros and creates one from the selection. */
export function NewMacroDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const [editor] = useLexicalComposerContext();
  const [html] = useState(() => editor.read(() => $selectedHtml(editor)));
  const insert = (macro: Macro) => {
    writeFromDialog(editor, onClose, () => $insertBlocks(editor, macro.blocks));
  };
  if (html !== '') return <KeepDialog html={html} onClose={onClose} onInsert={insert} />;
  return (
    <Dialog title={t('editor.pick.macros')} onClose={onClose}>
      <MacroList onInsert={insert} />
      <p className="b">{t('editor.pick.noSelection')}</p>
      <div className="f">
        <Button autoFocus onPress={onClose}>
          {t('common.close')}
        </Button>
      </div>
    </Dialog>
  );
}

/** Returns '' without selected words, because an open field selects its blank automatically. */
function $selectedHtml(editor: LexicalEditor): string {
  const selection = $getSelection();
  if (!$isRangeSelection(selection) || selection.getTextContent().trim() === '') return '';
  const isOpenField = $wholeFieldSelected()?.getField().filled === false;
  return isOpenField ? '' : $generateHtmlFromNodes(editor, selection);
}

interface KeepDialogProps {
  readonly html: string;
  readonly onClose: () => void;
  readonly onInsert: (macro: Macro) => void;
}

/** Saves the macro, personal or for a group in which the person may write. */
function KeepDialog({ html, onClose, onInsert }: KeepDialogProps) {
  const { t } = useTranslation();
  const groups = useWritableGroups();
  const [name, setName] = useState('');
  const [owner, setOwner] = useState('');
  const macros = useMacros();
  const abbreviation = abbreviationOf(name);
  const isWrong = !ABBREVIATION.test(abbreviation);
  const isReplaced = macros.some(
    (macro) => macro.abbreviation === abbreviation && owner === (macro.template?.security_group_id ?? ''),
  );
  const submit = useSubmit({
    body: isWrong ? undefined : { abbreviation, owner },
    send: async (body) => {
      await (body.owner === ''
        ? saveOwnMacro(body.abbreviation, html)
        : saveGroupMacro(body.owner, body.abbreviation, html));
      showToast({ icon: 'macro', text: t('editor.pick.macroKept', { name: body.abbreviation }) });
      onClose();
    },
  });
  const choices = groups.map((group) => ({
    value: group.security_group_id,
    label: t('editor.pick.forGroup', { group: group.name }),
  }));
  return (
    <FormDialog
      title={t('editor.pick.newMacro')}
      act={t('editor.pick.keepMacro')}
      submit={submit}
      onClose={onClose}
      fieldsClass="b stack"
    >
      <TextField
        label={t('editor.pick.abbreviation')}
        value={name}
        onChange={setName}
        error={submit.tried && isWrong ? t('editor.pick.abbreviationWrong') : undefined}
        help={
          isReplaced
            ? t('editor.pick.replaces', { name: abbreviation })
            : t('editor.pick.macroText', { name: abbreviation || 'abc' })
        }
        autoFocus
      />
      <Select
        label={t('editor.pick.forWhom')}
        value={owner}
        choices={[{ value: '', label: t('editor.pick.forMe') }, ...choices]}
        onChange={setOwner}
      />
      <MacroPreview name={abbreviation || 'abc'} html={html} />
      {macros.length === 0 ? null : (
        <>
          <h3 className="sec">{t('editor.pick.macros')}</h3>
          <MacroList onInsert={onInsert} />
        </>
      )}
    </FormDialog>
  );
}
