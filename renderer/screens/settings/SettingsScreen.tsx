/** The settings: their overview, or one section of them. */
import { type ComponentType, Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { useCommand } from '#renderer/commands/command-registry.ts';
import { Link } from '#renderer/components/controls/Link.tsx';
import { Icon } from '#renderer/components/icons/Icon.tsx';
import type { IconName } from '#renderer/components/icons/icon-names.ts';
import { navigate } from '#renderer/state/shell/route-store.ts';
import { useTitle } from '#renderer/state/use-title.ts';
import { useIsTravellingCopy } from '#renderer/state/vault/travelling-copy.ts';
import { AboutSettings } from './AboutSettings.tsx';
import { AppearanceSettings } from './AppearanceSettings.tsx';
import { AuditSettings } from './audit/AuditSettings.tsx';
import { BackupSettings } from './backup/BackupSettings.tsx';
import { GroupSettings } from './groups/GroupSettings.tsx';
import { LetterheadSettings } from './letterhead/LetterheadSettings.tsx';
import { OutboxSettings } from './outbox/OutboxSettings.tsx';
import { SettingsOverview } from './overview/SettingsOverview.tsx';
import { PeopleSettings } from './people/PeopleSettings.tsx';
import { ReceiverSettings } from './receiver/ReceiverSettings.tsx';
import { SdkSettings } from './sdk/SdkSettings.tsx';
import { SecuritySettings } from './security/SecuritySettings.tsx';
import { GROUP_NAMES, SETTING_GROUPS, type Section, useShownSections } from './settings-sections.ts';
import { CreateCopySettings } from './travelling-copy/create/CreateCopySettings.tsx';
import { TravelSettings } from './travelling-copy/TravelSettings.tsx';
import { VaultSettings } from './VaultSettings.tsx';
import { VaultLocationSettings } from './vault-location/VaultLocationSettings.tsx';

const LOOKS: Readonly<Record<Section, { readonly icon: IconName; readonly screen: ComponentType }>> = {
  workspace: { icon: 'drive', screen: VaultSettings },
  letterhead: { icon: 'printer', screen: LetterheadSettings },
  place: { icon: 'server', screen: VaultLocationSettings },
  travel: { icon: 'laptop', screen: TravelSettings },
  security: { icon: 'lock', screen: SecuritySettings },
  people: { icon: 'person', screen: PeopleSettings },
  groups: { icon: 'people', screen: GroupSettings },
  sdk: { icon: 'sdk', screen: SdkSettings },
  outbox: { icon: 'upload', screen: OutboxSettings },
  receiver: { icon: 'inbox', screen: ReceiverSettings },
  backup: { icon: 'health', screen: BackupSettings },
  appearance: { icon: 'theme', screen: AppearanceSettings },
  audit: { icon: 'history', screen: AuditSettings },
  about: { icon: 'state-info', screen: AboutSettings },
};

/** Sections on the left under their headings; each has a main part, some also a panel beside it. */
export function SettingsScreen({ section }: { readonly section: string | undefined }) {
  const { t } = useTranslation();
  const travels = useIsTravellingCopy();
  const shown = useShownSections();
  const current = [...shown].find((known) => known === section);
  const Screen = current === 'travel' && !travels ? CreateCopySettings : current && LOOKS[current].screen;
  useTitle(t('settings.label'));
  // The overview puts its own in front: it searches where it is.
  useCommand('find', () => navigate(['settings']), current !== undefined);
  return (
    <div className="cols sets">
      <aside className="side" aria-label={t('settings.label')} data-pane>
        <Link to={['settings']} current={current === undefined ? 'true' : undefined}>
          <Icon name="settings" />
          <span className="tx">{t('settings.overview.label')}</span>
        </Link>
        {GROUP_NAMES.map((group) => (
          <Fragment key={group}>
            <h2 className="side-h">{t(`settings.overview.group.${group}`)}</h2>
            {SETTING_GROUPS[group]
              .filter((known) => shown.has(known))
              .map((known) => (
                <Link key={known} to={['settings', known]} current={known === current ? 'true' : undefined}>
                  <Icon name={LOOKS[known].icon} />
                  <span className="tx">{t(`settings.section.${known}`)}</span>
                </Link>
              ))}
          </Fragment>
        ))}
      </aside>
      {Screen ? <Screen /> : <SettingsOverview shown={shown} />}
    </div>
  );
}
