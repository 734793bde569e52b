/**
 * Form for the backup target, its hour of the day and how many backups are kept. An empty target or hour turns the
 * schedule off.
 */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BackupSettings, BackupSettingsBody, BackupState } from '#contract/maintenance/backups.ts';
import { vault } from '#renderer/api/vault-client.ts';
import { Select } from '#renderer/components/controls/Select.tsx';
import { TextField } from '#renderer/components/controls/TextField.tsx';
import { PanelForm } from '#renderer/components/forms/PanelForm.tsx';
import { useSubmit } from '#renderer/components/forms/use-submit.ts';
import { count } from '#renderer/messages/numbers.ts';
import { pad } from './BackupSettingsTable.tsx';

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
const DAILY = [3, 7, 14, 30];
const WEEKLY = [0, 4, 8, 26, 52];

interface TargetPanelProps {
  readonly settings: BackupSettings;
  readonly onSaved: (state: BackupState) => void;
  readonly onClose: () => void;
}

export function TargetPanel({ settings, onSaved, onClose }: TargetPanelProps) {
  const { t } = useTranslation();
  const [target, setTarget] = useState(settings.target ?? '');
  const [hour, setHour] = useState(settings.hour === null ? '' : String(settings.hour));
  const [daily, setDaily] = useState(String(settings.keep_daily));
  const [weekly, setWeekly] = useState(String(settings.keep_weekly));
  const body: BackupSettingsBody = {
    target: target.trim() === '' ? null : target.trim(),
    hour: hour === '' ? null : Number(hour),
    keep_daily: Number(daily),
    keep_weekly: Number(weekly),
  };
  const submit = useSubmit({
    body,
    send: async () => {
      onSaved(await vault().backups.patch(body));
      onClose();
    },
  });
  return (
    <PanelForm
      title={t('evidence.backupSection')}
      act={t('common.save')}
      submit={submit}
      onClose={onClose}
      keptAs="backup-target"
    >
      <TextField
        label={t('evidence.target')}
        below={<p className="note">{t('evidence.targetHelp')}</p>}
        value={target}
        onChange={setTarget}
        mono
        autoFocus
      />
      <Select
        label={t('evidence.schedule')}
        value={hour}
        choices={[
          { value: '', label: t('evidence.manual') },
          ...HOURS.map((each) => ({
            value: String(each),
            label: t('evidence.hourChoice', { hour: pad(each) }),
          })),
        ]}
        onChange={setHour}
      />
      <Select
        label={t('evidence.keepDaily')}
        value={daily}
        choices={choices(DAILY, settings.keep_daily)}
        onChange={setDaily}
      />
      <Select
        label={t('evidence.keepWeekly')}
        value={weekly}
        choices={choices(WEEKLY, settings.keep_weekly)}
        onChange={setWeekly}
      />
    </PanelForm>
  );
}

function choices(steps: readonly number[], current: number) {
  return [...new Set([...steps, current])]
    .sort((a, b) => a - b)
    .map((value) => ({ value: String(value), label: count(value) }));
}
