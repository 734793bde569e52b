/**
 * State of backups at a glance: last good backup, last restore drill, open findings. A backup is late after two
 * days and an error after seven.
 */
import { useTranslation } from 'react-i18next';
import type { BackupState, Findings } from '#contract/maintenance/backups.ts';
import { changedAt } from '#renderer/messages/dates.ts';
import { byteSize, count } from '#renderer/messages/numbers.ts';
import { StatusFact, type Tone } from '#renderer/screens/settings/StatusFact.tsx';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Twice the daily interval; after a week without a backup it is an error. */
const OLD_AFTER_MS = 2 * DAY_MS;
const TOO_OLD_AFTER_MS = 7 * DAY_MS;

interface BackupFactsProps {
  readonly state: BackupState;
  readonly findings: Findings;
}

/** Three facts on one line, each a date and a state. */
export function BackupFacts({ state, findings }: BackupFactsProps) {
  const { t } = useTranslation();
  const { last_good: good, last, last_drill: drill, settings } = state;
  const open = findings.items.filter(({ kept_at }) => kept_at === null).length;
  const kept = findings.items.length - open;
  const isLookedOver = findings.checked_at !== null;
  return (
    <dl className="facts">
      <StatusFact
        name={t('evidence.lastGood')}
        tone={backupTone(good?.ended_at)}
        words={good ? changedAt(good.ended_at) : t('evidence.never')}
      >
        {last && !last.ok
          ? t('evidence.failedAt', { when: changedAt(last.ended_at), failure: last.failure ?? '' })
          : good
            ? t('evidence.lastGoodText', {
                documents: count(good.documents),
                files: count(good.files),
                size: byteSize(good.bytes),
              })
            : settings.target === null
              ? t('evidence.noTarget')
              : ''}
      </StatusFact>
      <StatusFact
        name={t('evidence.drill')}
        tone={drill === null ? 's-draft' : drill.ok ? 's-final' : 's-error'}
        words={
          drill === null
            ? t('evidence.never')
            : t(drill.ok ? 'evidence.drillPassed' : 'evidence.drillFailed', {
                when: changedAt(drill.ended_at),
              })
        }
      >
        {drill === null
          ? t('evidence.drillNever')
          : drill.ok
            ? t('evidence.drillText', { documents: count(drill.documents), files: count(drill.files) })
            : drill.failure}
      </StatusFact>
      <StatusFact
        name={t('evidence.health')}
        tone={open === 0 && isLookedOver ? 's-final' : 's-draft'}
        words={
          open > 0
            ? t('evidence.decisions', { count: open, number: count(open) })
            : t(isLookedOver ? 'evidence.healthy' : 'evidence.notChecked')
        }
      >
        {kept === 0 ? '' : t('evidence.keptNote', { count: kept, number: count(kept) })}
      </StatusFact>
    </dl>
  );
}

/** How old the last good backup may be. */
export function backupTone(endedAt: string | undefined): Tone {
  if (endedAt === undefined) return 's-draft';
  const age = Date.now() - Date.parse(endedAt);
  if (age > TOO_OLD_AFTER_MS) return 's-error';
  return age > OLD_AFTER_MS ? 's-draft' : 's-final';
}
