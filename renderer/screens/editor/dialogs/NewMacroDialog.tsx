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
  abbreviationOf,
  allMacros,
  type Macro,
  saveGroupMacro,
  saveOwnMacro,
} from '#renderer/editor/insert/macro-book.ts';
import { ReportHtml } from '#renderer/editor/review/ReportHtml.tsx';
import { writeFromDialog } from '#renderer/editor/text/focus-report.ts';
import { rootOf } from '#renderer/editor/work/report-text.ts';
import { useSession } from '#renderer/state/session-store.ts';
import { showToast } from '#renderer/state/toast-store.ts';
import { htmlOfState } from '#report/html-of-state.ts';
import { textOfState } from '#report/plain-text.ts';

const ABBREVIATION = /^[\p{L}\p{N}_-]{2,40}$/u;

/** The macros at hand, and a new one of the selected text. */
export function NewMacroDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const [editor] = useLexicalComposerContext();
  const [html] = useState(() => editor.read(() => $selectedHtml(editor)));
  const [macros] = useState(allMacros);
  const insert = (macro: Macro) => {
    writeFromDialog(editor, onClose, () => $insertBlocks(editor, macro.blocks));
  };
  if (html !== '') return <KeepDialog html={html} onClose={onClose} onInsert={insert} />;
  return (
    <Dialog title={t('editor.pick.macros')} onClose={onClose}>
      {macros.length === 0 ? null : <MacroList macros={macros} onInsert={insert} />}
      <p className="b">{t('editor.pick.noSelection')}</p>
      <div className="f">
        <Button autoFocus onPress={onClose}>
          {t('common.close')}
        </Button>
      </div>
    </Dialog>
  );
}

/** '' where no words are selected: an open field selects its blank by itself. */
function $selectedHtml(editor: LexicalEditor): string {
  const selection = $getSelection();
  if (!$isRangeSelection(selection) || selection.getTextContent().trim() === '') return '';
  const isOpenField = $wholeFieldSelected()?.getField().filled === false;
  return isOpenField ? '' : $generateHtmlFromNodes(editor, selection);
}

interface MacroListProps {
  readonly macros: readonly Macro[];
  readonly onInsert: (macro: Macro) => void;
}

/** One looked at, by pointer or by focus, is shown whole below the list. */
function MacroList({ macros, onInsert }: MacroListProps) {
  const { t } = useTranslation();
  const [shown, setShown] = useState(macros[0]);
  return (
    <>
      <ul className="b macro-list" aria-label={t('editor.pick.macros')}>
        {macros.map((macro) => (
          <li key={macro.abbreviation}>
            <button
              type="button"
              className="opt"
              onFocus={() => setShown(macro)}
              onPointerEnter={() => setShown(macro)}
              onClick={() => onInsert(macro)}
            >
              <b>.{macro.abbreviation}</b>
              <span className="mid">{textOfState(rootOf(macro.blocks)).slice(0, 80)}</span>
              <span className="r">
                {t(macro.source === 'own' ? 'editor.pick.own' : 'editor.pick.ofGroup')}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {shown ? <MacroPreview name={shown.abbreviation} html={htmlOfState(rootOf(shown.blocks))} /> : null}
    </>
  );
}

function MacroPreview({ name, html }: { readonly name: string; readonly html: string }) {
  const { t } = useTranslation();
  return (
    <ReportHtml html={html} className="macro-preview old-text" label={t('editor.pick.preview', { name })} />
  );
}

interface KeepDialogProps {
  readonly html: string;
  readonly onClose: () => void;
  readonly onInsert: (macro: Macro) => void;
}

/** For oneself, or for everybody of a group one writes in. */
function KeepDialog({ html, onClose, onInsert }: KeepDialogProps) {
  const { t } = useTranslation();
  const groups = useSession((state) => state.session?.groups ?? NO_GROUPS);
  const [name, setName] = useState('');
  const [owner, setOwner] = useState('');
  const [macros] = useState(allMacros);
  const abbreviation = abbreviationOf(name);
  const isWrong = !ABBREVIATION.test(abbreviation);
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
  const choices = groups
    .filter((group) => group.role !== 'viewer' && group.key_available)
    .map((group) => ({
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
        help={t('editor.pick.macroText', { name: abbreviation || 'abc' })}
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
          <MacroList macros={macros} onInsert={onInsert} />
        </>
      )}
    </FormDialog>
  );
}

const NO_GROUPS: readonly never[] = [];
