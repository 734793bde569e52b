import { useTranslation } from 'react-i18next';
import { Button } from '#renderer/components/controls/Button.tsx';
import { Icon } from '#renderer/components/icons/Icon.tsx';

const WORKS = ['read', 'write', 'make', 'files'] as const;
const WAITS = ['access', 'sign', 'move', 'remove', 'settings'] as const;

interface AwayPanelProps {
  readonly onTake: () => void;
  /** Deletes the copy; set only in a desktop program that joined the home vault. */
  readonly onDelete?: (() => void) | undefined;
}

/** Lists what works offline, and the pending changes. */
export function OfflinePanel({ onTake, onDelete }: AwayPanelProps) {
  const { t } = useTranslation();
  return (
    <aside className="panel" aria-label={t('travel.panel')} data-pane>
      <h2 className="panel-h">{t('travel.panel')}</h2>
      <div className="panel-b">
        <p className="advice">{t('travel.advice')}</p>
        <h3 className="sec">{t('travel.worksHere')}</h3>
        <ul className="cred">
          {WORKS.map((each) => (
            <li key={each}>
              <Icon name="check" />
              <span>{t(`travel.works.${each}`)}</span>
            </li>
          ))}
        </ul>
        <h3 className="sec">{t('travel.waitsThere')}</h3>
        <ul className="cred">
          {WAITS.map((each) => (
            <li key={each}>
              <Icon name="minus" />
              <span>{t(`travel.waitsFor.${each}`)}</span>
            </li>
          ))}
        </ul>
        <h3 className="sec">{t('travel.bothWrote')}</h3>
        <p className="mid">{t('travel.bothWroteText')}</p>
        <p className="mid">{t('travel.bothNamedText')}</p>
      </div>
      <div className="panel-f">
        <Button onPress={onTake}>{t('travel.takeMore')}</Button>
        {onDelete === undefined ? null : (
          <>
            <span className="gap" />
            <Button kind="danger" onPress={onDelete}>
              {t('travel.desk.delete')}
            </Button>
          </>
        )}
      </div>
    </aside>
  );
}
