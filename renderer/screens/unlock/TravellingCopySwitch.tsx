import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#renderer/components/controls/Button.tsx';
import { ErrorNotice } from '#renderer/components/notices/ErrorNotice.tsx';
import { changedAt } from '#renderer/messages/dates.ts';
import { useAsyncAction } from '#renderer/state/shell/use-async-action.ts';
import {
  openClinic,
  openCopy,
  readTravellingCopyLocation,
  useTravellingCopyLocation,
} from '#renderer/state/vault/travelling-copy-location.ts';
import { useVaultLocation } from '#renderer/state/vault/vault-location.ts';

/**
 * Switches from the home vault to this computer's travelling copy and back, before unlocking. `isNeeded`: the
 * home vault is unreachable, so the copy is offered first.
 */
export function TravellingCopySwitch({ isNeeded = false }: { readonly isNeeded?: boolean }) {
  const { t } = useTranslation();
  const kind = useVaultLocation((state) => state.place?.kind);
  const copy = useTravellingCopyLocation(({ state }) => state?.copy);
  const { busy, error, act } = useAsyncAction();
  const isDesktop = kind === 'elsewhere' || kind === 'copy';
  useEffect(() => {
    // Offer no copy if its location cannot be read.
    if (isDesktop) readTravellingCopyLocation().catch(() => undefined);
  }, [isDesktop]);
  if (!isDesktop || copy?.state !== 'whole') return null;
  const when = changedAt(copy.exchanged_at);
  const hasEnded = Date.parse(copy.opens_until) < Date.now();
  return (
    <div className="copy-way">
      {kind === 'copy' ? <p className="mid">{t('travel.desk.gate', { when })}</p> : null}
      {isNeeded ? (
        <p className="mid">
          {t(hasEnded ? 'travel.desk.unreachableEnded' : 'travel.desk.unreachable', { when })}
        </p>
      ) : null}
      {error === undefined ? null : <ErrorNotice error={error} />}
      <Button
        kind={isNeeded ? 'primary' : 'quiet'}
        size="l"
        icon={kind === 'copy' ? 'server' : 'laptop'}
        unavailable={busy}
        onPress={() => act(kind === 'copy' ? openClinic : openCopy)}
      >
        {t(kind === 'copy' ? 'travel.desk.openClinic' : 'travel.desk.openCopy')}
      </Button>
    </div>
  );
}
