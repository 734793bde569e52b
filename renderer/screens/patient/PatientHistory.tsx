/** Version history of one patient record, up to 200 versions. The hash is SHA-256 over the sealed content. */
import { Fragment, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DocumentVersion, DocumentView } from '#contract/documents/views.ts';
import { vault } from '#renderer/api/vault-client.ts';
import { Button } from '#renderer/components/controls/Button.tsx';
import { EmptyState } from '#renderer/components/notices/EmptyState.tsx';
import { ErrorRegion } from '#renderer/components/notices/ErrorRegion.tsx';
import { StateBadge } from '#renderer/components/records/StateBadge.tsx';
import { changedAt } from '#renderer/messages/dates.ts';
import { byteSize } from '#renderer/messages/numbers.ts';
import { PatientVersion } from './PatientVersion.tsx';

interface PatientHistoryProps {
  readonly view: DocumentView<'patients'>;
  readonly onRestored: () => void;
}

const SHOWN_MAX = 200;

/** Lists the sealed versions with time, author, size, hash of the sealed content, and the changed fields. */
export function PatientHistory({ view, onRestored }: PatientHistoryProps) {
  const { t } = useTranslation();
  const patientId = view.index.document_id;
  const [versions, setVersions] = useState<readonly DocumentVersion[]>();
  const [error, setError] = useState<unknown>();
  const [openId, setOpenId] = useState<string>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new version reads the list again
  useEffect(() => {
    vault().patients.versions(patientId).toArray({ limit: SHOWN_MAX }).then(setVersions).catch(setError);
  }, [patientId, view.version_id]);
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
          <th scope="col">
            <span className="vh">{t('patients.columnChanges')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {versions.map((version, at) => {
          const isOpen = version.version_id === openId;
          return (
            <Fragment key={version.version_id}>
              <tr>
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
                <td className="acts">
                  <Button
                    size="s"
                    kind="quiet"
                    expanded={isOpen}
                    label={t('patients.showVersion', { seq: version.seq })}
                    onPress={() => setOpenId(isOpen ? undefined : version.version_id)}
                  >
                    {t('patients.columnChanges')}
                  </Button>
                </td>
              </tr>
              {isOpen ? (
                <tr className="opened">
                  <td colSpan={6}>
                    <PatientVersion
                      view={view}
                      version={version}
                      before={versions[at + 1]}
                      onRestored={onRestored}
                    />
                  </td>
                </tr>
              ) : null}
            </Fragment>
          );
        })}
      </tbody>
    </table>
  );
}
