/**
 * The sections of the settings under their six headings, and which of them a person sees. Hiding one is a convenience:
 * the server checks each request on its own.
 */
import { useSession } from '#renderer/state/session/session-store.ts';
import { useIsTravellingCopy } from '#renderer/state/vault/travelling-copy.ts';
import { useVaultLocation } from '#renderer/state/vault/vault-location.ts';

export const SETTING_GROUPS = {
  me: ['appearance', 'security'],
  practice: ['workspace', 'letterhead'],
  people: ['people', 'groups'],
  connections: ['receiver', 'outbox', 'sdk', 'travel', 'place'],
  safety: ['backup', 'audit'],
  about: ['about'],
} as const;

export type SettingGroup = keyof typeof SETTING_GROUPS;
export type Section = (typeof SETTING_GROUPS)[SettingGroup][number];

export const GROUP_NAMES: readonly SettingGroup[] = [
  'me',
  'practice',
  'people',
  'connections',
  'safety',
  'about',
];

const ADMINS_ONLY: ReadonlySet<Section> = new Set(['people', 'receiver', 'backup', 'audit']);

export function useShownSections(): ReadonlySet<Section> {
  const isAdmin = useSession((state) => state.session?.principal.is_admin ?? false);
  const kind = useVaultLocation((state) => state.place?.kind);
  const travels = useIsTravellingCopy();
  const isShown = (section: Section) =>
    (isAdmin || !ADMINS_ONLY.has(section)) &&
    (kind === 'here' || kind === 'elsewhere' || section !== 'place') &&
    (travels || kind === 'elsewhere' || section !== 'travel');
  return new Set(GROUP_NAMES.flatMap((group) => SETTING_GROUPS[group].filter(isShown)));
}
