import { useTranslation } from 'react-i18next';
import type { Certificate } from '#contract/access/certificates.ts';
import { Link } from '#renderer/components/controls/Link.tsx';
import { Icon } from '#renderer/components/icons/Icon.tsx';
import { shortDay } from '#renderer/messages/dates.ts';
import { count } from '#renderer/messages/numbers.ts';

const DRAFT_FROM_DAYS = 30;
const ERROR_FROM_DAYS = 7;
const RENEWS: ReadonlySet<string> = new Set(['server', 'desktop']);

/** Lists certificates with the days until they expire. */
export function CertificateRows({ certificates }: { readonly certificates: readonly Certificate[] }) {
  const { t } = useTranslation();
  return (
    <>
      <h2 className="sub">{t('evidence.certificates')}</h2>
      <table className="plain-table">
        <caption className="vh">{t('evidence.certificatesGrid')}</caption>
        <tbody>
          {certificates.map((certificate) => (
            <CertificateRow key={`${certificate.kind} ${certificate.credential_id}`} {...certificate} />
          ))}
        </tbody>
      </table>
    </>
  );
}

function CertificateRow({ kind, client_cn, expires_at, days_left }: Certificate) {
  const { t } = useTranslation();
  const words =
    days_left < 0
      ? t('evidence.ended')
      : t('evidence.daysLeft', { count: days_left, number: count(days_left) });
  const tone = days_left < ERROR_FROM_DAYS ? 's-error' : days_left < DRAFT_FROM_DAYS ? 's-draft' : undefined;
  return (
    <tr>
      <th scope="row">{kind === 'client' ? client_cn : t(`evidence.certificate.${kind}`)}</th>
      <td>{t('evidence.until', { day: shortDay(expires_at) })}</td>
      <td className="num">
        {tone === undefined ? (
          words
        ) : (
          <span className={`state ${tone}`}>
            <Icon name={tone === 's-error' ? 'state-error' : 'state-warn'} />
            {words}
          </span>
        )}
      </td>
      <td className="num">
        {RENEWS.has(kind) ? (
          <span className="dim">{t('evidence.renews')}</span>
        ) : kind === 'client' && tone !== undefined ? (
          <Link to={['settings', 'sdk']}>{t('evidence.issueNew')}</Link>
        ) : null}
      </td>
    </tr>
  );
}
