/**
 * The settings and which sections a person sees. Hiding a section is a convenience: the server checks each request
 * on its own.
 */
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from '#renderer/components/controls/Link.tsx';
import { Icon } from '#renderer/components/icons/Icon.tsx';
import type { IconName } from '#renderer/components/icons/icon-names.ts';
import { useSession } from '#renderer/state/session/session-store.ts';
import { useTitle } from '#renderer/state/use-title.ts';
import { useIsTravellingCopy } from '#renderer/state/vault/travelling-copy.ts';
import { useVaultPlace } from '#renderer/state/vault/vault-location.ts';
import { AboutSettings } from './AboutSettings.tsx';
import { AppearanceSettings } from './AppearanceSettings.tsx';
import { AuditSettings } from './audit/AuditSettings.tsx';
import { BackupSettings } from './backup/BackupSettings.tsx';
import { GroupSettings } from './groups/GroupSettings.tsx';
import { OutboxSettings } from './outbox/OutboxSettings.tsx';
import { PeopleSettings } from './people/PeopleSettings.tsx';
import { ReceiverSettings } from './receiver/ReceiverSettings.tsx';
import { SdkSettings } from './sdk/SdkSettings.tsx';
import { SecuritySettings } from './security/SecuritySettings.tsx';
import { CreateCopySettings } from './travelling-copy/create/CreateCopySettings.tsx';
import { TravelSettings } from './travelling-copy/TravelSettings.tsx';
import { VaultLocationSettings } from './vault-location/VaultLocationSettings.tsx';
import { WorkspaceSettings } from './WorkspaceSettings.tsx';

const SECTIONS = [
  'workspace',
  'place',
  'security',
  'people',
  'groups',
  'sdk',
  'travel',
  'outbox',
  'receiver',
  'backup',
  'appearance',
  'audit',
  'about',
] as const;
type Section = (typeof SECTIONS)[number];
const ADMINS_ONLY: ReadonlySet<Section> = new Set(['people', 'receiver', 'backup', 'audit']);

const LOOKS: Readonly<Record<Section, { readonly icon: IconName; readonly screen: ComponentType }>> = {
  workspace: { icon: 'drive', screen: WorkspaceSettings },
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

/** Sections on the left; each has a main part, some also a panel beside it. */
export function SettingsScreen({ section }: { readonly section: string | undefined }) {
  const { t } = useTranslation();
  const isAdmin = useSession((state) => state.session?.principal.is_admin ?? false);
  const kind = useVaultPlace((state) => state.place?.kind);
  const travels = useIsTravellingCopy();
  const shown = SECTIONS.filter(
    (known) =>
      (isAdmin || !ADMINS_ONLY.has(known)) &&
      (kind === 'here' || kind === 'elsewhere' || known !== 'place') &&
      (travels || kind === 'elsewhere' || known !== 'travel'),
  );
  const current = shown.find((known) => known === section) ?? 'appearance';
  const Screen = current === 'travel' && !travels ? CreateCopySettings : LOOKS[current].screen;
  useTitle(t('settings.label'));
  return (
    <div className="cols sets">
      <aside className="side" aria-label={t('settings.label')} data-pane>
        <h2 className="side-h">{t('settings.label')}</h2>
        {shown.map((known) => (
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
