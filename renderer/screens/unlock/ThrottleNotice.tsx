import { useTranslation } from 'react-i18next';
import { Icon } from '#renderer/components/icons/Icon.tsx';
import { countdown } from '#renderer/messages/numbers.ts';

/** Told after several wrong secrets: how long the door stays shut. */
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
