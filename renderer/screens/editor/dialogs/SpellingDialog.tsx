/** Dialog for one misspelled word: choose a suggestion, or ignore the word for the group. */
import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { vault } from '#renderer/api/vault-client.ts';
import { Button } from '#renderer/components/controls/Button.tsx';
import { Dialog } from '#renderer/components/dialogs/Dialog.tsx';
import { ErrorNotice } from '#renderer/components/notices/ErrorNotice.tsx';
import { useEditingState } from '#renderer/editor/editing-session/editing-context.ts';
import { useReportTranslations } from '#renderer/editor/language/report-translations.ts';
import {
  type Misspelled,
  replaceMisspelled,
  selectMisspelled,
} from '#renderer/editor/spelling/next-misspelled.ts';
import { ignoreWord } from '#renderer/editor/spelling/spelling-cache.ts';

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

export function SpellingDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const [editor] = useLexicalComposerContext();
  const { language } = useReportTranslations();
  const groupId = useEditingState((state) => state.index?.security_group_id) ?? '';
  const [misspelled, setMisspelled] = useState<Misspelled>();
  const word = misspelled?.text;
  const [suggestions, setSuggestions] = useState<readonly string[]>();
  const [error, setError] = useState<unknown>();
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    const found = selectMisspelled(editor, language, groupId);
    setMisspelled(found);
    if (found === undefined) return;
    let isCurrent = true;
    vault()
      .spelling.suggest(language, found.text)
      .then(
        (answer) => isCurrent && setSuggestions(answer.suggestions),
        (caught: unknown) => isCurrent && setError(caught),
      );
    return () => {
      isCurrent = false;
    };
  }, [editor, language, groupId]);
  useEffect(() => {
    if (suggestions !== undefined) list.current?.querySelector('button')?.focus();
  }, [suggestions]);
  const take = (text: string) => {
    if (misspelled !== undefined) replaceMisspelled(editor, misspelled, text);
    onClose();
  };
  const ignore = () => {
    if (word === undefined) return;
    ignoreWord(groupId, word, t('editor.spelling.listTitle')).then(onClose, setError);
  };
  const onKey = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const buttons = [...(list.current?.querySelectorAll('button') ?? [])];
    const at = buttons.findIndex((button) => button.matches(':focus'));
    buttons[(at + step + buttons.length) % buttons.length]?.focus();
  };
  const isLooking = word !== undefined && suggestions === undefined && error === undefined;
  const title = word === undefined ? t('editor.spelling.noneTitle') : t('editor.spelling.title', { word });
  return (
    <Dialog title={title} onClose={onClose}>
      <div className="b stack">
        {word === undefined ? <p>{t('editor.spelling.none')}</p> : null}
        {isLooking ? <p role="status">{t('editor.spelling.looking')}</p> : null}
        {suggestions?.length === 0 ? <p>{t('editor.spelling.noSuggestion')}</p> : null}
        {suggestions === undefined || suggestions.length === 0 ? null : (
          <ul
            className="pick-list spelling-list"
            ref={list}
            onKeyDown={onKey}
            aria-label={t('editor.spelling.meant')}
          >
            {suggestions.map((text) => (
              <li key={text}>
                <button type="button" className="opt" onClick={() => take(text)}>
                  {text}
                </button>
              </li>
            ))}
          </ul>
        )}
        {error === undefined ? null : <ErrorNotice error={error} />}
      </div>
      <div className="f">
        {/* Show the buttons only with the suggestions, so that they do not move under the pointer. */}
        {word === undefined || isLooking ? null : (
          <Button onPress={ignore}>{t('editor.spelling.ignore')}</Button>
        )}
        <Button kind="quiet" hint="Esc" onPress={onClose}>
          {t(word === undefined ? 'common.done' : 'common.cancel')}
        </Button>
      </div>
    </Dialog>
  );
}
