/** Trash screen: documents and files to restore, or to purge after typing a word. */
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '#renderer/components/icons/Icon.tsx';
import type { IconName } from '#renderer/components/icons/icon-names.ts';
import { EmptyState } from '#renderer/components/notices/EmptyState.tsx';
import { ErrorRegion } from '#renderer/components/notices/ErrorRegion.tsx';
import { count } from '#renderer/messages/numbers.ts';
import { examCache, patientCache, templateCache } from '#renderer/state/record-cache/record-caches.ts';
import { useTitle } from '#renderer/state/use-title.ts';
import { TrashRow } from './TrashRow.tsx';
import { TRASH_KINDS, type TrashEntry, type TrashKind } from './trash-entry.ts';
import { useTrash } from './use-trash.ts';

const ICONS: Readonly<Record<TrashKind | 'all', IconName>> = {
  all: 'trash',
  exams: 'list',
  patients: 'person',
  templates: 'template',
  files: 'file',
};

export function TrashScreen() {
  const { t } = useTranslation();
  const { entries, error, act } = useTrash();
  const [kind, setKind] = useState<TrashKind | 'all'>('all');
  const [askingId, setAskingId] = useState<string>();
  useTitle(t('trash.label'));
  useEffect(() => {
    for (const directory of [examCache, patientCache, templateCache]) directory.refresh();
  }, []);
  const shown = useMemo(
    () => entries.filter((entry) => kind === 'all' || entry.kind === kind),
    [entries, kind],
  );
  const number = (known: TrashKind | 'all') =>
    known === 'all' ? entries.length : entries.filter((entry) => entry.kind === known).length;
  const run = (entry: TrashEntry, what: 'restore' | 'purge') => {
    setAskingId(undefined);
    return act(entry, what);
  };
  return (
    <div className="cols">
      <aside className="side" aria-label={t('trash.kinds')} data-pane>
        <h2 className="side-h">{t('trash.kinds')}</h2>
        {(['all', ...TRASH_KINDS] as const).map((known) => (
          <button
            key={known}
            type="button"
            className="item"
            aria-current={known === kind ? 'true' : undefined}
            onClick={() => setKind(known)}
          >
            <Icon name={ICONS[known]} />
            <span className="tx">{t(`trash.kind.${known}`)}</span>
            <span className="c">{count(number(known))}</span>
          </button>
        ))}
      </aside>
      <main className="main" id="main" aria-label={t('trash.label')} data-pane>
        <div className="main-h">
          <h1>{t('trash.label')}</h1>
          <span className="count" role="status">
            {count(shown.length)}
          </span>
        </div>
        <p className="set-lead">{t('trash.lead')}</p>
        <ErrorRegion error={error} />
        {shown.length === 0 ? (
          <EmptyState icon="trash" title={t('trash.emptyTitle')} text={t('trash.emptyText')} />
        ) : (
          <table className="plain-table trash-table">
            <caption className="vh">{t('trash.grid')}</caption>
            <thead>
              <tr>
                <th scope="col">{t('trash.columnKind')}</th>
                <th scope="col">{t('trash.columnName')}</th>
                <th scope="col">{t('trash.columnWhat')}</th>
                <th scope="col">{t('trash.columnTrashed')}</th>
                <th scope="col">
                  <span className="vh">{t('trash.columnActs')}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {shown.map((entry) => (
                <TrashRow
                  key={entry.id}
                  entry={entry}
                  icon={ICONS[entry.kind]}
                  asking={entry.id === askingId}
                  onAsk={() => setAskingId(entry.id)}
                  onKeep={() => setAskingId(undefined)}
                  onRestore={() => run(entry, 'restore')}
                  onPurge={() => run(entry, 'purge')}
                />
              ))}
            </tbody>
          </table>
        )}
      </main>
    </div>
  );
}
