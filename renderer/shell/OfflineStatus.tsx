/** The title bar item of a travelling copy. Reads the copy's status every minute and announces new conflicts. */
import type { TFunction } from 'i18next';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { PendingChange, TravellingCopyStatus } from '#contract/sync/travelling-copy.ts';
import { Link } from '#renderer/components/controls/Link.tsx';
import { Icon } from '#renderer/components/icons/Icon.tsx';
import { count } from '#renderer/messages/numbers.ts';
import { navigate } from '#renderer/state/shell/route-store.ts';
import { showToast } from '#renderer/state/toast-store.ts';
import { conflictsIn, readTravellingCopy, useTravellingCopy } from '#renderer/state/vault/travelling-copy.ts';

const LOOK_EVERY_MS = 60_000;
const PAGE = ['settings', 'travel'] as const;

/** Shows that the copy is offline, and the number of pending changes. Empty while connected and synced. */
export function OfflineStatus() {
  const { t } = useTranslation();
  const status = useTravellingCopy((state) => state.status);
  useEffect(() => {
    // Ignore errors here, because the settings section shows them.
    const look = () => readTravellingCopy().catch(() => undefined);
    look();
    const timer = setInterval(look, LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  useConflictNews(status);
  const words = status ? awayWords(status, t) : '';
  if (words === '') return null;
  return (
    <Link className="since" to={PAGE}>
      <Icon name={conflictsIn(status).length > 0 ? 'state-conflict' : 'state-waiting'} />
      {words}
    </Link>
  );
}

function awayWords(status: TravellingCopyStatus, t: TFunction): string {
  const { clinic, waits } = status;
  const counted = { count: waits.length, number: count(waits.length) };
  if (clinic.standing === 'passphrase') return t('travel.wantsPassphrase');
  if (clinic.standing === 'refused') return t('travel.isRefused');
  if (clinic.standing === 'ended') return t('travel.isEnded');
  if (clinic.standing === 'away')
    return waits.length === 0 ? t('travel.away') : t('travel.awayWaits', counted);
  const conflicts = conflictsIn(status).length;
  if (conflicts > 0) return t('travel.toCompare', { count: conflicts, number: count(conflicts) });
  return waits.length === 0 ? '' : t('travel.waits', counted);
}

function newsWords(news: readonly PendingChange[], t: TFunction): string {
  const names = news.filter(({ resource }) => resource === null).length;
  const texts = news.length - names;
  return [
    texts === 0 ? '' : t('travel.conflicts', { count: texts, number: count(texts) }),
    names === 0 ? '' : t('travel.names', { count: names, number: count(names) }),
  ]
    .filter(Boolean)
    .join(' ');
}

/** Announces each conflict once: after the sync that found it, or after unlocking. */
function useConflictNews(status: TravellingCopyStatus | undefined): void {
  const { t } = useTranslation();
  const told = useRef(new Set<string>());
  useEffect(() => {
    const conflicts = conflictsIn(status);
    const news = conflicts.filter(({ id }) => !told.current.has(id));
    told.current = new Set(conflicts.map(({ id }) => id));
    const [first] = news;
    if (first === undefined) return;
    const isOne = news.length === 1 && first.resource === 'exams';
    showToast({
      icon: 'state-conflict',
      text: newsWords(news, t),
      action: { label: t('travel.show'), run: () => navigate(isOne ? ['exams', first.id] : PAGE) },
    });
  }, [status, t]);
}
