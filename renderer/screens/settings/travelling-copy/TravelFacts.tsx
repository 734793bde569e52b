import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { TravellingCopyStatus } from '#contract/sync/travelling-copy.ts';
import { changedAt, longDay } from '#renderer/messages/dates.ts';
import { byteSize, count, countdown } from '#renderer/messages/numbers.ts';
import { StatusFact, type Tone } from '#renderer/screens/settings/StatusFact.tsx';

const DAY_MS = 24 * 60 * 60 * 1000;

const TONES: Readonly<Record<TravellingCopyStatus['clinic']['standing'], Tone>> = {
  with: 's-final',
  away: 's-draft',
  passphrase: 's-draft',
  refused: 's-error',
  ended: 's-error',
};

/** State of a travelling copy: last sync, pending changes, lease. */
export function TravelFacts({ status }: { readonly status: TravellingCopyStatus }) {
  const { t } = useTranslation();
  const { clinic, waits, opens_until } = status;
  const bytes = waits.reduce((sum, change) => sum + change.bytes, 0);
  const days = Math.round((Date.parse(opens_until) - Date.parse(clinic.exchanged_at)) / DAY_MS);
  return (
    <dl className="facts">
      <StatusFact
        name={t('travel.clinic')}
        tone={TONES[clinic.standing]}
        icon={clinic.standing === 'away' ? 'clock' : undefined}
        words={t(`travel.standing.${clinic.standing}`, { when: changedAt(clinic.since) })}
      >
        {clinicNote(clinic, t)}
      </StatusFact>
      <StatusFact
        name={t('travel.notThere')}
        tone={waits.length === 0 ? 's-final' : 's-sealed'}
        words={
          waits.length === 0
            ? t('travel.nothing')
            : t('travel.changes', { count: waits.length, number: count(waits.length) })
        }
      >
        {waits.length === 0 ? t('travel.allThere') : t('travel.sealedHere', { size: byteSize(bytes) })}
      </StatusFact>
      <StatusFact name={t('travel.opensUntil')} tone={undefined} words={longDay(opens_until)}>
        {t('travel.opensText', { count: days, number: count(days) })}
      </StatusFact>
    </dl>
  );
}

function clinicNote(clinic: TravellingCopyStatus['clinic'], t: TFunction): string {
  if (clinic.standing !== 'away') return t('travel.lastExchange', { when: changedAt(clinic.exchanged_at) });
  if (clinic.next_try_at === null) return t('travel.noTry');
  const seconds = (Date.parse(clinic.next_try_at) - Date.now()) / 1000;
  return t('travel.nextTry', { time: countdown(seconds) });
}
