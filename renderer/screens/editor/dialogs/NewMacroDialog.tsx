import { $generateHtmlFromNodes } from '@lexical/html';
import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext';
import { $getSelection, $isRangeSelection } from 'lexical';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#renderer/components/controls/Button.tsx';
import { TextField } from '#renderer/components/controls/TextField.tsx';
import { Dialog } from '#renderer/components/dialogs/Dialog.tsx';
import { ErrorNotice } from '#renderer/components/notices/ErrorNotice.tsx';
import { $insertBlocks } from '#renderer/editor/insert/insert-blocks.ts';
import { abbreviationOf, allMacros, type Macro, saveOwnMacro } from '#renderer/editor/insert/macro-book.ts';
import { focusReport } from '#renderer/editor/text/focus-report.ts';
import { rootOf } from '#renderer/editor/work/report-text.ts';
import { showToast } from '#renderer/state/toast-store.ts';
import { textOfState } from '#report/plain-text.ts';

const ABBREVIATION = /^[\p{L}\p{N}_-]{2,40}$/u;

/** The macros at hand, and a new one of the selected text. */
export function NewMacroDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const [editor] = useLexicalComposerContext();
  const [macros] = useState(allMacros);
  const [html] = useState(() =>
    editor.read(() => {
      const selection = $getSelection();
      const isEmpty = !$isRangeSelection(selection) || selection.isCollapsed();
      return isEmpty ? '' : $generateHtmlFromNodes(editor, selection);
    }),
  );
  const insert = (macro: Macro) => {
    onClose();
    editor.update(() => $insertBlocks(editor, macro.blocks));
    focusReport(editor);
  };
  return (
    <Dialog title={t('editor.pick.macros')} onClose={onClose}>
      <ul className="b macro-list" aria-label={t('editor.pick.macros')}>
        {macros.map((macro) => (
          <li key={macro.abbreviation}>
            <button type="button" className="opt" onClick={() => insert(macro)}>
              <b>.{macro.abbreviation}</b>
              <span className="mid">{textOfState(rootOf(macro.blocks)).slice(0, 80)}</span>
              <span className="r">
                {t(macro.source === 'own' ? 'editor.pick.own' : 'editor.pick.ofGroup')}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {html === '' ? (
        <>
          <p className="b">{t('editor.pick.noSelection')}</p>
          <div className="f">
            <Button autoFocus onPress={onClose}>
              {t('common.close')}
            </Button>
          </div>
        </>
      ) : (
        <KeepForm html={html} onClose={onClose} />
      )}
    </Dialog>
  );
}

function KeepForm({ html, onClose }: { readonly html: string; readonly onClose: () => void }) {
  const { t } = useTranslation();
  const [name, setName] = useState('');
  const [isWrong, setWrong] = useState(false);
  const [error, setError] = useState<unknown>();
  const abbreviation = abbreviationOf(name);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!ABBREVIATION.test(abbreviation)) {
      setWrong(true);
      return;
    }
    try {
      await saveOwnMacro(abbreviation, html);
      showToast({ icon: 'macro', text: t('editor.pick.macroKept', { name: abbreviation }) });
      onClose();
    } catch (failure) {
      setError(failure);
    }
  };
  return (
    <form onSubmit={submit}>
      <div className="b stack">
        <h3 className="sec">{t('editor.pick.newMacro')}</h3>
        {error === undefined ? null : <ErrorNotice error={error} />}
        <TextField
          label={t('editor.pick.abbreviation')}
          value={name}
          onChange={(value) => {
            setName(value);
            setWrong(false);
          }}
          error={isWrong ? t('editor.pick.abbreviationWrong') : undefined}
          autoFocus
        />
        <p className="mid">{t('editor.pick.macroText', { name: abbreviation || 'abc' })}</p>
      </div>
      <div className="f">
        <Button onPress={onClose}>{t('common.cancel')}</Button>
        <Button kind="primary" type="submit">
          {t('editor.pick.keepMacro')}
        </Button>
      </div>
    </form>
  );
}
