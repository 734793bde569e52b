/** Dialog that inserts a template or macro. Typing filters, arrows move, Enter inserts. */
import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext';
import { type KeyboardEvent, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { foldText } from '#records/folded-text.ts';
import { TextField } from '#renderer/components/controls/TextField.tsx';
import { Dialog } from '#renderer/components/dialogs/Dialog.tsx';
import { ErrorNotice } from '#renderer/components/notices/ErrorNotice.tsx';
import { useEditingSession, useEditingState } from '#renderer/editor/editing-session/editing-context.ts';
import { rootOf } from '#renderer/editor/editing-session/report-text.ts';
import { $insertBlocks, $insertTemplate } from '#renderer/editor/insert/insert-blocks.ts';
import { templateBlocks } from '#renderer/editor/insert/insert-stored-template.ts';
import { allMacros } from '#renderer/editor/insert/macros/macro-store.ts';
import { writeFromDialog } from '#renderer/editor/text/caret/focus-report.ts';
import { localeTag } from '#renderer/messages/locale-tag.ts';
import { templateCache } from '#renderer/state/record-cache/record-caches.ts';
import { isForReports } from '#renderer/state/record-cache/template-kinds.ts';
import type { LexicalNodeJson } from '#report/nodes/lexical-state.ts';
import { textOfState } from '#report/plain-text.ts';

interface Choice {
  readonly id: string;
  readonly name: string;
  readonly note: string;
  readonly group: 'templates' | 'macros';
  readonly blocks: () => Promise<readonly LexicalNodeJson[]>;
}

export function TemplateDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const [editor] = useLexicalComposerContext();
  const [filter, setFilter] = useState('');
  const [active, setActive] = useState(0);
  const [error, setError] = useState<unknown>();
  const choices = useChoices();
  const shown = choices.filter(({ name, note }) => foldText(`${name} ${note}`).includes(foldText(filter)));
  const current = Math.min(active, shown.length - 1);
  const insert = async (choice: Choice) => {
    try {
      const blocks = await choice.blocks();
      writeFromDialog(editor, onClose, () =>
        choice.group === 'macros' ? $insertBlocks(editor, blocks) : $insertTemplate(editor, blocks),
      );
    } catch (failure) {
      setError(failure);
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const choice = shown[current];
    if (event.key === 'Enter' && choice) insert(choice);
    else if (step !== undefined && shown.length > 0)
      setActive((current + step + shown.length) % shown.length);
    else return;
    event.preventDefault();
  };
  return (
    <Dialog title={t('editor.pick.templateTitle')} onClose={onClose} className="pick-dialog" isSearch>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys of the field inside, for the list below it */}
      <div className="b stack" onKeyDown={onKeyDown}>
        <TextField
          label={t('editor.pick.filter')}
          value={filter}
          onChange={(value) => {
            setFilter(value);
            setActive(0);
          }}
          autoFocus
        />
        {error === undefined ? null : <ErrorNotice error={error} />}
        {choices.length === 0 ? <p>{t('editor.pick.nothing')}</p> : null}
        {choices.length > 0 && shown.length === 0 ? <p>{t('editor.pick.none')}</p> : null}
        <div role="listbox" className="pick-list" aria-label={t('editor.pick.templates')}>
          {shown.map((choice, at) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field above reads the keys
            <div
              key={choice.id}
              role="option"
              tabIndex={-1}
              className="opt"
              aria-selected={at === current}
              onClick={() => insert(choice)}
            >
              <span>{choice.name}</span>
              <span className="r">{choice.note}</span>
            </div>
          ))}
        </div>
      </div>
    </Dialog>
  );
}

/** Returns templates of the exam's modality first, then other templates, then macros. */
function useChoices(): readonly Choice[] {
  const { t } = useTranslation();
  const { documents } = useEditingSession();
  const modality = useEditingState((state) => state.meta.modality);
  const rows = templateCache.use((state) => state.rows);
  return useMemo(() => {
    const templates = [...rows.values()]
      .filter((row) => row.summary !== null && !row.is_deleted && !row.is_archived && row.id !== documents.id)
      .filter(isForReports)
      .map((row): Choice & { readonly fits: boolean } => ({
        id: row.id,
        name: row.summary?.title ?? t('editor.noTemplateTitle'),
        note: row.summary?.modality ?? '',
        group: 'templates',
        fits: row.summary?.modality === modality,
        blocks: () => templateBlocks(row.id),
      }))
      .sort((a, b) => Number(b.fits) - Number(a.fits) || a.name.localeCompare(b.name, localeTag()));
    const macros = allMacros().map(
      (macro): Choice => ({
        id: `macro-${macro.source}-${macro.abbreviation}`,
        name: `.${macro.abbreviation}`,
        note: textOfState(rootOf(macro.blocks)).slice(0, 60),
        group: 'macros',
        blocks: async () => macro.blocks,
      }),
    );
    return [...templates, ...macros];
  }, [rows, modality, documents.id, t]);
}
