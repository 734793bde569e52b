/**
 * Settings section of a travelling copy: sync state, pending changes, copied groups, addresses of the home
 * vault.
 */
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#renderer/components/controls/Button.tsx';
import { ErrorRegion } from '#renderer/components/notices/ErrorRegion.tsx';
import { SettingsMain } from '#renderer/screens/settings/SettingsMain.tsx';
import { useAsyncAction } from '#renderer/state/shell/use-async-action.ts';
import { readTravellingCopy, syncNow, useTravellingCopy } from '#renderer/state/vault/travelling-copy.ts';
import { deleteOpenCopy, openClinic } from '#renderer/state/vault/travelling-copy-location.ts';
import { useVaultLocation } from '#renderer/state/vault/vault-location.ts';
import { AddressDialog } from './AddressDialog.tsx';
import { ClinicPassphrase } from './ClinicPassphrase.tsx';
import { AddressRows, CopiedGroupRows } from './CopiedGroupRows.tsx';
import { CopyCertificate } from './CopyCertificate.tsx';
import { AddGroupDialog } from './create/AddGroupDialog.tsx';
import { DeleteCopyDialog } from './DeleteCopyDialog.tsx';
import { OfflinePanel } from './OfflinePanel.tsx';
import { PendingChangeRows } from './pending/PendingChangeRows.tsx';
import { TravelFacts } from './TravelFacts.tsx';

const LOOK_EVERY_MS = 10_000;

export function TravelSettings() {
  const { t } = useTranslation();
  const status = useTravellingCopy((state) => state.status);
  const { busy, error, setError, act } = useAsyncAction();
  const [open, setOpen] = useState<'take' | 'delete' | 'addresses'>();
  const isBeside = useVaultLocation((state) => state.place?.kind === 'copy');
  const close = () => setOpen(undefined);
  useEffect(() => {
    const look = () => readTravellingCopy().catch(setError);
    look();
    const timer = setInterval(look, LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, [setError]);
  const exchanging = busy || status?.clinic.is_exchanging === true;
  const standing = status?.clinic.standing;
  return (
    <SettingsMain
      title={t('settings.section.travel')}
      {...(status ? { count: t('travel.copyOf', { name: status.name }) } : {})}
      act={
        <>
          <span className="note" role="status">
            {exchanging ? t('travel.exchanging') : standing === 'away' ? t('travel.noAnswer') : ''}
          </span>
          {isBeside ? (
            <Button icon="server" onPress={() => act(openClinic)}>
              {t('travel.desk.openClinic')}
            </Button>
          ) : null}
          <Button
            kind="primary"
            unavailable={exchanging || status === undefined || standing === 'passphrase'}
            onPress={() => act(() => syncNow())}
          >
            {t('travel.exchangeNow')}
          </Button>
        </>
      }
      panel={
        <OfflinePanel
          onTake={() => setOpen('take')}
          onDelete={isBeside ? () => setOpen('delete') : undefined}
        />
      }
    >
      <ErrorRegion error={error} />
      {status ? (
        <>
          <TravelFacts status={status} />
          {standing === 'passphrase' ? <ClinicPassphrase /> : null}
          <CopyCertificate clinic={status.clinic} />
          <PendingChangeRows waits={status.waits} />
          <CopiedGroupRows taken={status.taken} onChange={() => setOpen('take')} />
          <AddressRows addresses={status.addresses} onChange={() => setOpen('addresses')} />
        </>
      ) : null}
      {open === 'take' && status ? (
        <AddGroupDialog
          taken={status.taken}
          onTaken={() => {
            close();
            act(() => syncNow());
          }}
          onClose={close}
        />
      ) : null}
      {open === 'addresses' && status ? (
        <AddressDialog addresses={status.addresses.map(({ address }) => address)} onClose={close} />
      ) : null}
      {open === 'delete' && status ? (
        <DeleteCopyDialog
          waiting={status.waits.length}
          onExchange={async () => (await syncNow())?.waits.length ?? status.waits.length}
          onDelete={deleteOpenCopy}
          onClose={close}
        />
      ) : null}
    </SettingsMain>
  );
}
