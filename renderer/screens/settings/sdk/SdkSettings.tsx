/**
 * The credentials of programs, with those already revoked. Revoking is confirmed in the row, because it cannot be
 * undone.
 */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Credential } from '#contract/access/credentials.ts';
import { vault } from '#renderer/api/vault-client.ts';
import { EmptyState } from '#renderer/components/notices/EmptyState.tsx';
import { ErrorRegion } from '#renderer/components/notices/ErrorRegion.tsx';
import { OnlineOnlyButton } from '#renderer/components/travelling-copy/OnlineOnlyButton.tsx';
import { count } from '#renderer/messages/numbers.ts';
import { ConfirmRow } from '#renderer/screens/settings/ConfirmRow.tsx';
import { SettingsMain } from '#renderer/screens/settings/SettingsMain.tsx';
import { useLoaded } from '#renderer/state/shell/use-loaded-data.ts';
import { useReopenedForm } from '#renderer/state/shell/use-reopened-form.ts';
import { CredentialCells } from './CredentialCells.tsx';
import { IssuePanel } from './IssuePanel.tsx';

const SHOWN_MAX = 1_000;

/** Lists the credentials of programs, with expiry and buttons to issue and revoke. */
export function SdkSettings() {
  const { t } = useTranslation();
  const { data, error, reload } = useLoaded(async () =>
    vault().credentials.list().toArray({ limit: SHOWN_MAX }),
  );
  const [askingId, setAskingId] = useState<string>();
  const [issuing, setIssuing] = useReopenedForm('issue');
  const [failed, setFailed] = useState<unknown>();
  const credentials = data ?? [];
  const revokedCount = credentials.filter((credential) => credential.revoked_at !== null).length;
  const revoke = async ({ credential_id }: Credential) => {
    setAskingId(undefined);
    setFailed(undefined);
    try {
      await vault().credentials.revoke(credential_id);
      reload();
    } catch (caught) {
      setFailed(caught);
    }
  };
  const shownError = failed ?? error;
  return (
    <SettingsMain
      title={t('settings.section.sdk')}
      lead={t('settings.sdkLead')}
      count={t('settings.sdkCount', {
        active: count(credentials.length - revokedCount),
        revoked: count(revokedCount),
      })}
      act={
        <OnlineOnlyButton kind="primary" icon="key" onPress={() => setIssuing(true)}>
          {t('settings.issue')}
        </OnlineOnlyButton>
      }
      panel={issuing ? <IssuePanel onIssued={reload} onClose={() => setIssuing(false)} /> : null}
    >
      <ErrorRegion error={shownError} />
      {data && credentials.length === 0 ? (
        <EmptyState icon="sdk" title={t('settings.noCredentials')} />
      ) : (
        <table className="plain-table two-line">
          <caption className="vh">{t('settings.credentialsGrid')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('settings.columnName')}</th>
              <th scope="col">{t('settings.columnGroups')}</th>
              <th scope="col">{t('settings.issuedColumn')}</th>
              <th scope="col">{t('settings.expires')}</th>
              <th scope="col">
                <span className="vh">{t('settings.actsColumn')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {credentials.map((credential) =>
              credential.credential_id === askingId ? (
                <ConfirmRow
                  key={credential.credential_id}
                  columns={5}
                  title={t('settings.revokeAsk', { name: credential.name })}
                  text={t('settings.revokeAskText')}
                  act={t('settings.revoke')}
                  onAct={() => revoke(credential)}
                  onKeep={() => setAskingId(undefined)}
                />
              ) : (
                <tr key={credential.credential_id} className={credential.revoked_at ? 'off' : undefined}>
                  <CredentialCells credential={credential} />
                  <td className="acts">
                    {credential.revoked_at ? null : (
                      <OnlineOnlyButton size="s" onPress={() => setAskingId(credential.credential_id)}>
                        {t('settings.revoke')}
                      </OnlineOnlyButton>
                    )}
                  </td>
                </tr>
              ),
            )}
          </tbody>
        </table>
      )}
    </SettingsMain>
  );
}
