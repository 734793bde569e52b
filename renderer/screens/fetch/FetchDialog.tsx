/**
 * The one place through which everything comes in: from where, then what becomes of it, and the act. What is not set up
 * is out of sight and found by the search, with the way to set it up. Source: visual design 14.
 */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { vault } from '#renderer/api/vault-client.ts';
import { Link } from '#renderer/components/controls/Link.tsx';
import { isSearchingWay, WayChoice } from '#renderer/components/dialogs/WayChoice.tsx';
import { WayFacts } from '#renderer/components/dialogs/WayFacts.tsx';
import { WaysDialog } from '#renderer/components/dialogs/WaysDialog.tsx';
import type { IconName } from '#renderer/components/icons/icon-names.ts';
import { useUnmatchedStudies } from '#renderer/lists/unmatched-studies-store.ts';
import { useSession } from '#renderer/state/session/session-store.ts';
import { closeOverlay, openOverlay } from '#renderer/state/shell/overlay-store.ts';
import { navigate } from '#renderer/state/shell/route-store.ts';
import { useLoaded } from '#renderer/state/shell/use-loaded-data.ts';
import { useIsTravellingCopy } from '#renderer/state/vault/travelling-copy.ts';
import { useVaultLocation } from '#renderer/state/vault/vault-location.ts';

const WAYS_IN = [
  { id: 'records', icon: 'folder' },
  { id: 'files', icon: 'file' },
  { id: 'templates', icon: 'template' },
  { id: 'received', icon: 'inbox' },
  { id: 'travel', icon: 'laptop' },
] as const satisfies readonly { readonly id: string; readonly icon: IconName }[];
type WayIn = (typeof WAYS_IN)[number]['id'];

export function FetchDialog() {
  const { t } = useTranslation();
  const isAdmin = useSession((state) => state.session?.principal.is_admin ?? false);
  const hasStudies = useUnmatchedStudies((state) => state.studies.length > 0);
  const receiver = useLoaded(async () =>
    isAdmin ? (await vault().imaging.receiver({ passive: true })).open !== null : false,
  );
  const isElsewhere = useVaultLocation((state) => state.place?.kind === 'elsewhere');
  const isCopy = useIsTravellingCopy();
  const [way, setWay] = useState<WayIn>('records');
  const [search, setSearch] = useState('');
  const isUsable = (id: WayIn) => {
    if (id === 'received') return hasStudies || receiver.data === true;
    return id === 'travel' ? isCopy || isElsewhere : true;
  };
  // A way that can neither be used nor set up here is not found either.
  const findable = WAYS_IN.filter(({ id }) => isUsable(id) || (id === 'received' && isAdmin));

  const leaveFor = (...path: string[]) => {
    closeOverlay();
    navigate(path);
  };
  const run = () => {
    switch (way) {
      case 'records':
        return openOverlay({ kind: 'import' });
      case 'files':
        return leaveFor('files');
      case 'templates':
        return leaveFor('templates');
      case 'received':
        return leaveFor('worklist', 'to-match');
      case 'travel':
        return leaveFor('settings', 'travel');
    }
  };
  const choose = (id: string) => setWay(WAYS_IN.find((known) => known.id === id)?.id ?? 'records');
  return (
    <WaysDialog
      title={t('fetching.title')}
      onClose={closeOverlay}
      act={t(`fetching.${way}.act`)}
      unavailable={!isUsable(way)}
      refusal={isSearchingWay(search) ? t('common.chooseFromList') : undefined}
      onAct={run}
    >
      <WayChoice
        label={t('fetching.from')}
        value={way}
        rows={WAYS_IN.filter(({ id }) => isUsable(id)).map(({ id, icon }) => ({
          id,
          icon,
          name: t(`fetching.${id}.name`),
          caption: t(`fetching.${id}.caption`),
        }))}
        onChoose={choose}
        search={{
          label: t('fetching.search'),
          text: search,
          onType: setSearch,
          ways: findable.map(({ id }) => ({
            id,
            name: t(`fetching.${id}.name`),
            also: `${t(`fetching.${id}.caption`)} ${t(`fetching.${id}.also`)}`,
            caption: isUsable(id) ? undefined : t('fetching.notConnected'),
          })),
          none: (text) => t('fetching.none', { text }),
          onFind: choose,
        }}
      />
      <section className="way-form" aria-live="polite">
        <h3>{t(`fetching.${way}.name`)}</h3>
        <p className="mid">{t(`fetching.${way}.lead`)}</p>
        {isUsable(way) ? null : (
          <p>
            {t('fetching.notReceiving')}{' '}
            {isAdmin ? (
              <Link className="link" to={['settings', 'receiver']}>
                {t('fetching.setUpReceiving')}
              </Link>
            ) : null}
          </p>
        )}
      </section>
      <WayFacts
        label={t('fetching.facts')}
        facts={[['state-sealed', t('fetching.result'), t(`fetching.${way}.result`)]]}
      />
    </WaysDialog>
  );
}
