import { useTranslation } from 'react-i18next';
import { Icon } from '#renderer/components/icons/Icon.tsx';
import { countdown } from '#renderer/messages/numbers.ts';

/** Notice after several wrong secrets, with the seconds until the next try. */
export function ThrottleNotice({ seconds }: { readonly seconds: number }) {
  const { t } = useTranslation();
  if (seconds <= 0) return null;
  return (
    <div className="alert inset s-draft" role="alert">
      <Icon name="clock" />
      <div>
        <p className="t">{t('gate.tooMany', { time: countdown(seconds) })}</p>
        <p className="d">{t('gate.tooManyText')}</p>
      </div>
    </div>
  );
}
