/** Lists the program's packages with their licences, from the lock file of this build. */
import { useTranslation } from 'react-i18next';
import { loadLicences } from '#renderer/api/licences.ts';
import { ErrorNotice } from '#renderer/components/notices/ErrorNotice.tsx';
import { useLoaded } from '#renderer/state/shell/use-loaded-data.ts';
import { SettingsMain } from './SettingsMain.tsx';

export function AboutSettings() {
  const { t } = useTranslation();
  const { data, error } = useLoaded(loadLicences);
  const packages = data?.packages ?? [];
  return (
    <SettingsMain title={t('settings.section.about')} lead={t('settings.about.lead')}>
      {error === undefined ? null : <ErrorNotice error={error} />}
      {data === undefined ? null : (
        <section aria-label={t('settings.about.licences')} className="licences">
          <p className="note">{t('settings.about.count', { count: packages.length })}</p>
          {packages.map(({ name, version, licence, text }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a list of the build, which never changes; a name may stand twice
            <details key={at}>
              <summary>
                <b>{name}</b> {version} <span className="note">{licence}</span>
              </summary>
              {text === '' ? <p className="note">{t('settings.about.noText')}</p> : <pre>{text}</pre>}
            </details>
          ))}
        </section>
      )}
    </SettingsMain>
  );
}
