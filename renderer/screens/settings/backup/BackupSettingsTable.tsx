/**
 * The backup settings as a table, read-only; a panel beside it changes them. The drill needs at least one backup
 * and none running.
 */
import { useTranslation } from 'react-i18next';
import type { BackupState } from '#contract/maintenance/backups.ts';
import { Button } from '#renderer/components/controls/Button.tsx';
import { byteSize, count } from '#renderer/messages/numbers.ts';

interface BackupRowsProps {
  readonly state: BackupState;
  readonly onChange: () => void;
  readonly onDrill: () => void;
}

/** Rows for target, schedule, number kept, and the drill. */
export function BackupSettingsTable({ state, onChange, onDrill }: BackupRowsProps) {
  const { t } = useTranslation();
  const { settings, free_bytes: free, snapshots, running } = state;
  const { target, hour, keep_daily, keep_weekly } = settings;
  const there = t('evidence.snapshots', { count: snapshots.length, number: count(snapshots.length) });
  return (
    <>
      <h2 className="sub">
        {t('evidence.backupSection')}
        <span className="gap" />
        <Button size="s" onPress={onChange}>
          {t('evidence.change')}
        </Button>
      </h2>
      <table className="plain-table">
        <caption className="vh">{t('evidence.backupGrid')}</caption>
        <tbody>
          <tr>
            <th scope="row">{t('evidence.target')}</th>
            <td colSpan={2}>
              {target === null ? t('evidence.noTarget') : <code>{target}</code>}
              {free === null ? '' : `, ${t('evidence.targetFree', { size: byteSize(free) })}`}
            </td>
          </tr>
          <tr>
            <th scope="row">{t('evidence.schedule')}</th>
            <td colSpan={2}>
              {hour === null ? t('evidence.manual') : t('evidence.daily', { hour: pad(hour) })}
            </td>
          </tr>
          <tr>
            <th scope="row">{t('evidence.kept')}</th>
            <td colSpan={2}>
              {t('evidence.keptText', { daily: count(keep_daily), weekly: count(keep_weekly) })}
            </td>
          </tr>
          <tr>
            <th scope="row">{t('evidence.drill')}</th>
            <td>{there}</td>
            <td className="acts">
              <Button size="s" unavailable={running !== null || snapshots.length === 0} onPress={onDrill}>
                {t('evidence.runDrill')}
              </Button>
            </td>
          </tr>
        </tbody>
      </table>
    </>
  );
}

export function pad(hour: number): string {
  return String(hour).padStart(2, '0');
}
