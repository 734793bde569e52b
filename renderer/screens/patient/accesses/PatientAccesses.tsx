/**
 * Who read, changed or exported a patient, their exams and files, for administrators. Reading the list is itself
 * recorded, and an export as well.
 */
import { useTranslation } from 'react-i18next';
import type { Access } from '#contract/audit/accesses.ts';
import { PAGE_LIMIT_MAX } from '#contract/limits.ts';
import { accessesAsCsv } from '#records/audit/accesses-csv.ts';
import { vault } from '#renderer/api/vault-client.ts';
import { kindWords } from '#renderer/components/audit/audit-kind-words.ts';
import { EntryTable } from '#renderer/components/audit/EntryTable.tsx';
import { Button } from '#renderer/components/controls/Button.tsx';
import { saveBlob } from '#renderer/components/files/save-file.ts';
import { useSubmit } from '#renderer/components/forms/use-submit.ts';
import { Icon } from '#renderer/components/icons/Icon.tsx';
import { EmptyState } from '#renderer/components/notices/EmptyState.tsx';
import { ErrorNotice } from '#renderer/components/notices/ErrorNotice.tsx';
import { ErrorRegion } from '#renderer/components/notices/ErrorRegion.tsx';
import { dayKey, secondTime } from '#renderer/messages/dates.ts';
import { useSession } from '#renderer/state/session/session-store.ts';
import { useAccesses } from './use-accesses.ts';

export function PatientAccesses({ patientId }: { readonly patientId: string }) {
  const { t } = useTranslation();
  const { entries: accesses, error, hasMore, more, reload } = useAccesses(patientId);
  const { error: exportError, onSubmit } = useSubmit({
    body: {},
    send: async () => {
      const items: Access[] = [];
      for await (const access of vault().audit.accesses(patientId, {
        purpose: 'export',
        limit: PAGE_LIMIT_MAX,
      }))
        items.push(access);
      const name = `accesses-${patientId}-${dayKey(new Date().toISOString())}.csv`;
      saveBlob(new Blob([accessesAsCsv(items)], { type: 'text/csv' }), name);
    },
  });
  if (error !== undefined) return <ErrorRegion error={error} onRetry={reload} />;
  if (!accesses) return <EmptyState icon="state-working" turning title={t('common.unsealing')} />;
  return (
    <>
      <div className="access-acts">
        <Button size="s" icon="download" onPress={() => onSubmit()}>
          {t('patients.accessesExport')}
        </Button>
        <p className="note">{t('patients.accessesNote')}</p>
      </div>
      {exportError === undefined ? null : <ErrorNotice error={exportError} />}
      <EntryTable
        caption={t('patients.accessesGrid')}
        entries={accesses}
        row={(access) => <AccessRow access={access} patientId={patientId} />}
      />
      {hasMore ? (
        <div className="access-acts">
          <Button size="s" onPress={more}>
            {t('patients.accessesMore')}
          </Button>
        </div>
      ) : null}
    </>
  );
}

function AccessRow({ access, patientId }: { readonly access: Access; readonly patientId: string }) {
  const { t } = useTranslation();
  const groups = useSession((state) => state.session?.groups) ?? [];
  const { at, principal, kind, object, outcome, client_cn } = access;
  const words = kindWords({ kind, operation: null }, t);
  const group = groups.find(({ security_group_id }) => security_group_id === object.id)?.name;
  const record =
    object.id === patientId
      ? t('patients.accessesThisRecord')
      : (object.title ??
        (object.type === 'group' ? t('patients.accessesGroup', { group: group ?? '–' }) : null));
  return (
    <tr>
      <td className="mid">{secondTime(new Date(at))}</td>
      <td>
        <b>{principal?.display_name || t('evidence.nobody')}</b>
      </td>
      <td>
        {outcome === 'done' ? (
          words
        ) : (
          <span className="state s-error">
            <Icon name="state-error" />
            {`${words}, ${outcome}`}
          </span>
        )}
      </td>
      <td>{record ?? <span className="dim">{t('evidence.none')}</span>}</td>
      <td className="mid">{client_cn ?? ''}</td>
    </tr>
  );
}
