/**
 * Settings of the whole vault: time precision, session and draft lifetimes, storage quota, largest file.
 * Administrators change them; a change applies at once.
 */
import { useTranslation } from 'react-i18next';
import { TIME_PRECISIONS } from '#contract/instant.ts';
import { FILE_MAX_BYTES } from '#contract/limits.ts';
import { Button } from '#renderer/components/controls/Button.tsx';
import { Select } from '#renderer/components/controls/Select.tsx';
import { ErrorRegion } from '#renderer/components/notices/ErrorRegion.tsx';
import { OnlineOnlyFields } from '#renderer/components/travelling-copy/OnlineOnlyFields.tsx';
import { count, gibibytes } from '#renderer/messages/numbers.ts';
import { useSession } from '#renderer/state/session/session-store.ts';
import { openOverlay } from '#renderer/state/shell/overlay-store.ts';
import { durationWords, withCurrent } from './duration-text.ts';
import { SettingsMain } from './SettingsMain.tsx';
import { useWorkspaceSettings } from './use-workspace-settings.ts';

const GIB = 1024 ** 3;
const SESSION_STEPS = [4, 8, 12, 24].map((hours) => hours * 3600);
const DRAFT_DAYS = [7, 30, 90, 365];
const CREDITS = [100, 500, 1000, 5000].map((gib) => gib * GIB);
const FILE_SIZES = [1 * GIB, 4 * GIB, FILE_MAX_BYTES];

/** Form of the vault's settings. */
export function VaultSettings() {
  const { t } = useTranslation();
  const name = useSession((state) => state.vault?.name);
  const { settings, error, canChange, saved, patch } = useWorkspaceSettings();
  return (
    <SettingsMain
      title={name ?? t('settings.section.workspace')}
      lead={t('settings.workspaceLead')}
      act={<Button onPress={() => openOverlay({ kind: 'starter' })}>{t('commands.starterSet')}</Button>}
    >
      <ErrorRegion error={error} />
      {settings ? (
        <OnlineOnlyFields
          className="set-fields"
          disabled={!canChange}
          note={canChange ? (saved ? t('settings.saved') : '') : t('settings.adminsOnly')}
        >
          <Select
            label={t('settings.precision')}
            help={t('settings.precisionHelp')}
            value={settings.time_precision}
            choices={TIME_PRECISIONS.map((step) => ({
              value: step,
              label: t(`settings.precisions.${step}`),
            }))}
            onChange={(time_precision) => patch({ time_precision })}
          />
          <Select
            label={t('settings.sessionMax')}
            value={String(settings.session_max_seconds)}
            choices={withCurrent(SESSION_STEPS, settings.session_max_seconds).map((seconds) => ({
              value: String(seconds),
              label: durationWords(seconds, t),
            }))}
            onChange={(seconds) => patch({ session_max_seconds: Number(seconds) })}
          />
          <Select
            label={t('settings.draftDays')}
            value={String(settings.draft_retention_days)}
            choices={withCurrent(DRAFT_DAYS, settings.draft_retention_days).map((days) => ({
              value: String(days),
              label: t('settings.days', { count: days, number: count(days) }),
            }))}
            onChange={(days) => patch({ draft_retention_days: Number(days) })}
          />
          <Select
            label={t('settings.credit')}
            value={String(settings.storage_credit_bytes ?? '')}
            choices={[
              { value: '', label: t('settings.creditNone') },
              ...withCurrent(CREDITS, settings.storage_credit_bytes ?? CREDITS[0] ?? 0).map((bytes) => ({
                value: String(bytes),
                label: gibibytes(bytes),
              })),
            ]}
            onChange={(bytes) => patch({ storage_credit_bytes: bytes === '' ? null : Number(bytes) })}
          />
          <Select
            label={t('settings.maxFile')}
            value={String(settings.max_file_bytes)}
            choices={withCurrent(FILE_SIZES, settings.max_file_bytes).map((bytes) => ({
              value: String(bytes),
              label: gibibytes(bytes),
            }))}
            onChange={(bytes) => patch({ max_file_bytes: Number(bytes) })}
          />
        </OnlineOnlyFields>
      ) : null}
    </SettingsMain>
  );
}
