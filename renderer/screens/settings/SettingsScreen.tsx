import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '#renderer/components/icons/Icon.tsx';
import type { IconName } from '#renderer/components/icons/icon-names.ts';
import { Link } from '#renderer/frame/Link.tsx';
import { useTitle } from '#renderer/state/use-title.ts';
import { AppearanceSettings } from './AppearanceSettings.tsx';

const SECTIONS = ['appearance'] as const;
type Section = (typeof SECTIONS)[number];

const LOOKS: Readonly<Record<Section, { readonly icon: IconName; readonly screen: ComponentType }>> = {
  appearance: { icon: 'theme', screen: AppearanceSettings },
};

export function SettingsScreen({ section }: { readonly section: string | undefined }) {
  const { t } = useTranslation();
  const current = SECTIONS.find((known) => known === section) ?? 'appearance';
  const Screen = LOOKS[current].screen;
  useTitle(t('settings.label'));
  return (
    <div className="cols">
      <aside className="side" aria-label={t('settings.label')} data-pane>
        <h2 className="side-h">{t('settings.label')}</h2>
        {SECTIONS.map((known) => (
          <Link key={known} to={['settings', known]} current={known === current ? 'true' : undefined}>
            <Icon name={LOOKS[known].icon} />
            <span className="tx">{t(`settings.section.${known}`)}</span>
          </Link>
        ))}
      </aside>
      <Screen />
    </div>
  );
}
