/**
 * Details of one audit entry with its hash and the previous one. The log has ids only; the server adds titles this
 * person may open.
 */
import { useTranslation } from 'react-i18next';
import type { AuditEntry } from '#contract/audit/audit-entry.ts';
import { kindWords } from '#renderer/components/audit/audit-kind-words.ts';
import { Button } from '#renderer/components/controls/Button.tsx';
import { longDay, secondTime } from '#renderer/messages/dates.ts';
import { count } from '#renderer/messages/numbers.ts';
import { useSession } from '#renderer/state/session/session-store.ts';
import { navigate } from '#renderer/state/shell/route-store.ts';
import { recordPlace, recordWords, shortHash, whoWords } from './entry-text.ts';

interface EntryPanelProps {
  readonly entry: AuditEntry;
  readonly isFiltered: boolean;
  readonly onOnlyThis: (objectId: string | undefined) => void;
}

/** Shows one entry and its place in the chain. */
export function EntryPanel({ entry, isFiltered, onOnlyThis }: EntryPanelProps) {
  const { t } = useTranslation();
  const groups = useSession((state) => state.session?.groups) ?? [];
  const place = recordPlace(entry);
  const { object_id: objectId } = entry;
  return (
    <aside className="panel" aria-label={t('evidence.entry')} data-pane>
      <h2 className="panel-h">{kindWords(entry, t)}</h2>
      <div className="panel-b">
        <dl className="dl">
          <dt>{t('evidence.when')}</dt>
          <dd>
            {longDay(entry.at)}, {secondTime(new Date(entry.at))}
          </dd>
          <dt>{t('evidence.who')}</dt>
          <dd>{whoWords(entry, t)}</dd>
          <dt>{t('evidence.from')}</dt>
          <dd>{entry.client_cn === null ? '–' : <code>CN={entry.client_cn}</code>}</dd>
          <dt>{t('evidence.record')}</dt>
          <dd>{recordWords(entry, groups, t)?.text ?? t('evidence.none')}</dd>
          <dt>{t('evidence.outcome')}</dt>
          <dd>{entry.code === null ? t('evidence.done') : t('evidence.refused', { code: entry.code })}</dd>
          {entry.detail === null ? null : (
            <>
              <dt>{t('evidence.detail')}</dt>
              <dd>{entry.detail}</dd>
            </>
          )}
        </dl>
        <h3 className="sec">{t('evidence.place')}</h3>
        <dl className="dl">
          <dt>{t('evidence.number')}</dt>
          <dd>{count(entry.seq)}</dd>
          <dt>{t('evidence.hash')}</dt>
          <dd>
            <code>{shortHash(entry.hash)}</code>
          </dd>
          <dt>{t('evidence.before')}</dt>
          <dd>
            <code>{shortHash(entry.prev_hash)}</code>
          </dd>
        </dl>
        <p className="note">{t('evidence.titleNote')}</p>
      </div>
      <div className="panel-f">
        {place === undefined ? null : (
          <Button onPress={() => navigate(place)}>{t('evidence.openRecord')}</Button>
        )}
        {objectId === null ? null : (
          <Button onPress={() => onOnlyThis(isFiltered ? undefined : objectId)}>
            {t(isFiltered ? 'evidence.allRecords' : 'evidence.onlyThis')}
          </Button>
        )}
      </div>
    </aside>
  );
}
