import { useTranslation } from 'react-i18next';
import type { Certificate } from '#contract/access/certificates.ts';
import { Button } from '#renderer/components/controls/Button.tsx';
import { Icon } from '#renderer/components/icons/Icon.tsx';
import {
  dismissExpiringCertificates,
  useExpiringCertificates,
} from '#renderer/state/session/expiring-certificates.ts';

/** Notice about certificates that expire within 30 days, and how to renew them. Stays until dismissed. */
export function CertificateNotice() {
  const { t } = useTranslation();
  const items = useExpiringCertificates((state) => state.items);
  if (items.length === 0) return null;
  const nameOf = ({ kind, client_cn }: Certificate) => client_cn ?? t(`frame.certificateOf.${kind}`);
  const list = items.map((item) =>
    item.days_left < 0
      ? t('frame.certificateEnded', { name: nameOf(item) })
      : t('frame.certificateDays', { name: nameOf(item), count: item.days_left }),
  );
  // Each kind is renewed differently, and both may expire together.
  const ways = [
    items.some(({ kind }) => kind !== 'client') && t('frame.certificatesRenewedByUnlock'),
    items.some(({ kind }) => kind === 'client') && t('frame.certificatesRenewedByHand'),
  ].filter(Boolean);
  return (
    <div className="toast" role="status">
      <Icon name="lock" />
      <span>
        {t('frame.certificatesEnd')} {list.join(', ')}. {ways.join(' ')}
      </span>
      <Button
        kind="quiet"
        size="s"
        icon="close"
        label={t('frame.dismiss')}
        onPress={dismissExpiringCertificates}
      />
    </div>
  );
}
