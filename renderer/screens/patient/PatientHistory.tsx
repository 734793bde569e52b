import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DocumentVersion } from '#contract/documents/views.ts';
import { vault } from '#renderer/api/vault-client.ts';
import { EmptyState } from '#renderer/components/notices/EmptyState.tsx';
import { ErrorRegion } from '#renderer/components/notices/ErrorRegion.tsx';
import { StateBadge } from '#renderer/components/records/StateBadge.tsx';
import { changedAt } from '#renderer/messages/dates.ts';
import { byteSize } from '#renderer/messages/numbers.ts';

interface PatientHistoryProps {
  readonly patientId: string;
  /** The newest version; another one reads the list again. */
  readonly versionId: string | null;
}

const SHOWN_MAX = 200;

/** The sealed versions of the patient's record: when, by whom, how large, with the hash of what was sealed. */
export function PatientHistory({ patientId, versionId }: PatientHistoryProps) {
  const { t } = useTranslation();
  const [versions, setVersions] = useState<readonly DocumentVersion[]>();
  const [error, setError] = useState<unknown>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new version reads the list again
  useEffect(() => {
    vault().patients.versions(patientId).toArray({ limit: SHOWN_MAX }).then(setVersions).catch(setError);
  }, [patientId, versionId]);
  if (error !== undefined) {
    return <ErrorRegion error={error} />;
  }
  if (!versions) return <EmptyState icon="state-working" turning title={t('common.unsealing')} />;
  return (
    <table className="plain-table">
      <caption className="vh">{t('patients.historyGrid')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('patients.columnVersion')}</th>
          <th scope="col">{t('patients.columnWhen')}</th>
          <th scope="col">{t('patients.columnWho')}</th>
          <th scope="col" className="num">
            {t('patients.columnSize')}
          </th>
          <th scope="col">{t('patients.columnHash')}</th>
        </tr>
      </thead>
      <tbody>
        {versions.map((version) => (
          <tr key={version.version_id}>
            <td>
              <StateBadge state="sealed" words={String(version.seq)} />
            </td>
            <td>{changedAt(version.created_at)}</td>
            <td>{version.created_by.display_name}</td>
            <td className="num">{byteSize(version.ciphertext_bytes)}</td>
            <td>
              <code
                title={version.sha256}
              >{`${version.sha256.slice(0, 8)} … ${version.sha256.slice(-8)}`}</code>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
