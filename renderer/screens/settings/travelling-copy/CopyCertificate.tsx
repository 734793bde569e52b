import { useTranslation } from 'react-i18next';
import type { TravellingCopyStatus } from '#contract/sync/travelling-copy.ts';
import { changedAt } from '#renderer/messages/dates.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/**
 * Days before the expiry from which the copy renews its certificate automatically; the warning starts then.
 */
const TOLD_BEFORE_DAYS = 30;

/**
 * Warns that the home vault rejects this copy's certificate, or soon will, and what to do. Otherwise shows
 * nothing.
 */
export function CopyCertificate({ clinic }: Pick<TravellingCopyStatus, 'clinic'>) {
  const { t } = useTranslation();
  const { standing, certificate_ends_at } = clinic;
  const left = (Date.parse(certificate_ends_at) - Date.now()) / DAY_MS;
  if (standing === 'refused' || standing === 'ended')
    return (
      <>
        <h2 className="sub">{t(`travel.${standing}Title`)}</h2>
        <p className="set-lead">
          {t(`travel.${standing}Text`)} {t('travel.newCredential')}
        </p>
      </>
    );
  if (left >= TOLD_BEFORE_DAYS) return null;
  return (
    <>
      <h2 className="sub">{t('travel.endsTitle', { when: changedAt(certificate_ends_at) })}</h2>
      <p className="set-lead">{t('travel.endsText')}</p>
    </>
  );
}
