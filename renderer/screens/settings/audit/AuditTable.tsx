/** The table of audit entries. Records of groups without an available key are marked as sealed instead of named. */
import { useTranslation } from 'react-i18next';
import type { AuditEntry } from '#contract/audit/audit-entry.ts';
import { kindWords } from '#renderer/components/audit/audit-kind-words.ts';
import { EntryTable } from '#renderer/components/audit/EntryTable.tsx';
import { Icon } from '#renderer/components/icons/Icon.tsx';
import { secondTime } from '#renderer/messages/dates.ts';
import { useSession } from '#renderer/state/session/session-store.ts';
import { recordWords, whoWords } from './entry-text.ts';

interface AuditTableProps {
  readonly entries: readonly AuditEntry[];
  readonly selectedSeq: number | undefined;
  readonly onSelect: (entry: AuditEntry) => void;
}

export function AuditTable({ entries, selectedSeq, onSelect }: AuditTableProps) {
  const { t } = useTranslation();
  return (
    <EntryTable
      caption={t('evidence.entriesGrid')}
      entries={entries}
      row={(entry) => (
        <AuditRow entry={entry} isSelected={entry.seq === selectedSeq} onSelect={() => onSelect(entry)} />
      )}
    />
  );
}

interface AuditRowProps {
  readonly entry: AuditEntry;
  readonly isSelected: boolean;
  readonly onSelect: () => void;
}

function AuditRow({ entry, isSelected, onSelect }: AuditRowProps) {
  const { t } = useTranslation();
  const groups = useSession((state) => state.session?.groups) ?? [];
  const record = recordWords(entry, groups, t);
  const isRefused = entry.kind === 'refused';
  return (
    <tr className={isSelected ? 'selected' : undefined}>
      <td className="mid">{secondTime(new Date(entry.at))}</td>
      <td>
        <b>{whoWords(entry, t)}</b>
      </td>
      <td>
        <button type="button" className="row-act" aria-pressed={isSelected} onClick={onSelect}>
          {isRefused || entry.kind === null ? (
            <span className="state s-error">
              <Icon name="state-error" />
              {kindWords(entry, t)}
              {entry.code === null ? '' : `, ${entry.code}`}
            </span>
          ) : (
            kindWords(entry, t)
          )}
        </button>
      </td>
      <td>
        {record === undefined ? (
          <span className="dim">{t('evidence.none')}</span>
        ) : record.isSealed ? (
          <span className="state s-locked">
            <Icon name="state-locked" />
            {record.text}
          </span>
        ) : (
          record.text
        )}
      </td>
      <td className="mid">{entry.client_cn ?? ''}</td>
    </tr>
  );
}
