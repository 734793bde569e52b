import { useTranslation } from 'react-i18next';
import { vault } from '#renderer/api/vault-client.ts';
import { ErrorRegion } from '#renderer/components/notices/ErrorRegion.tsx';
import { SettingsMain } from '#renderer/screens/settings/SettingsMain.tsx';
import { useLoaded } from '#renderer/state/shell/use-loaded-data.ts';
import { useReopenedForm } from '#renderer/state/shell/use-reopened-form.ts';
import { ReceiverFacts } from './ReceiverFacts.tsx';
import { ReceiverPanel } from './ReceiverPanel.tsx';
import { ReceiverRows } from './ReceiverRows.tsx';
import { useReceiver } from './use-receiver.ts';

const GROUPS_MAX = 1_000;

/** Settings section of the DICOM receiver: settings, state and received studies. */
export function ReceiverSettings() {
  const { t } = useTranslation();
  const { state, error, setSaved } = useReceiver();
  const groups = useLoaded(async () => vault().groups.list().toArray({ limit: GROUPS_MAX }));
  const [changing, setChanging] = useReopenedForm('receiver');
  const failure = error ?? groups.error;
  return (
    <SettingsMain
      title={t('settings.section.receiver')}
      lead={t('receiver.lead')}
      panel={
        changing && state && groups.data ? (
          <ReceiverPanel
            settings={state.settings}
            groups={groups.data}
            onSaved={setSaved}
            onClose={() => setChanging(false)}
          />
        ) : null
      }
    >
      <ErrorRegion error={failure} />
      {state ? (
        <>
          <ReceiverFacts state={state} />
          {state.source === 'command_line' ? (
            <p className="set-lead" role="status">
              {t('receiver.fromCommandLine')}
            </p>
          ) : null}
          <ReceiverRows state={state} groups={groups.data ?? []} onChange={() => setChanging(true)} />
        </>
      ) : null}
    </SettingsMain>
  );
}
