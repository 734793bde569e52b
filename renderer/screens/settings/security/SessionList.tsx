/** The open sessions of the vault, for administrators. Other persons see the button that locks all of their own. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SessionRow } from '#contract/access/session.ts';
import { vault } from '#renderer/api/vault-client.ts';
import { ErrorRegion } from '#renderer/components/notices/ErrorRegion.tsx';
import { StateBadge } from '#renderer/components/records/StateBadge.tsx';
import { clockTime } from '#renderer/messages/dates.ts';
import { lock, useSession } from '#renderer/state/session/session-store.ts';
import { useLoaded } from '#renderer/state/shell/use-loaded-data.ts';

const SHOWN_MAX = 200;

/** Lists open sessions. Administrators can end each; everyone can lock all of their own. */
export function SessionList() {
  const { t } = useTranslation();
  const session = useSession((state) => state.session);
  const isAdmin = session?.principal.is_admin ?? false;
  const { data, error, reload } = useLoaded(async () =>
    isAdmin ? vault().session.list().toArray({ limit: SHOWN_MAX }) : [],
  );
  const [failed, setFailed] = useState<unknown>();
  const attempt = async (act: () => Promise<unknown>) => {
    setFailed(undefined);
    try {
      await act();
      reload();
    } catch (caught) {
      setFailed(caught);
    }
  };
  const lockAll = async () => {
    await vault().session.lock({ all: true }).catch(setFailed);
    await lock('asked');
  };
  const rows = data ?? [];
  const shownError = failed ?? error;
  return (
    <>
      <h2 className="sub">
        {t('settings.sessions')}
        <button type="button" className="link" onClick={lockAll}>
          {t('settings.lockAll')}
        </button>
      </h2>
      <ErrorRegion error={shownError} />
      {isAdmin ? (
        <table className="plain-table">
          <caption className="vh">{t('settings.sessionsGrid')}</caption>
          <tbody>
            {rows.map((row) => (
              <tr key={row.session_id}>
                <td>
                  <b>
                    {row.session_id === session?.session_id ? t('settings.thisWindow') : row.display_name}
                  </b>{' '}
                  <span className="mid">CN={row.client_cn}</span>
                </td>
                <td className="mid">{who(row)}</td>
                <td className="mid">
                  {row.state === 'locked' ? (
                    <StateBadge state="noKey" words={t('gate.locked')} />
                  ) : (
                    t('settings.sessionTimes', {
                      opened: clockTime(row.created_at),
                      ends: clockTime(row.expires_at),
                    })
                  )}
                </td>
                <td className="acts">
                  {row.session_id === session?.session_id ? null : (
                    <button
                      type="button"
                      className="link"
                      aria-label={t('settings.endSessionOf', { name: row.display_name })}
                      onClick={() => attempt(() => vault().session.end(row.session_id))}
                    >
                      {t('settings.endSession')}
                    </button>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : (
        <p className="set-lead">{t('settings.noSessions')}</p>
      )}
    </>
  );

  function who(row: SessionRow): string {
    return row.kind === 'sdk' ? t('settings.program') : row.display_name;
  }
}
