/**
 * Settings section on a home vault: create a travelling copy, its progress, and the copy on this computer.
 */
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#renderer/components/controls/Button.tsx';
import { ErrorRegion } from '#renderer/components/notices/ErrorRegion.tsx';
import { byteSize, count } from '#renderer/messages/numbers.ts';
import { SettingsMain } from '#renderer/screens/settings/SettingsMain.tsx';
import { LocalCopyCard } from '#renderer/screens/settings/travelling-copy/LocalCopyCard.tsx';
import { useAsyncAction } from '#renderer/state/shell/use-async-action.ts';
import {
  cancelCopyCreation,
  deleteCopyHere,
  readTravellingCopyLocation,
  useTravellingCopyLocation,
} from '#renderer/state/vault/travelling-copy-location.ts';
import { useVaultLocation } from '#renderer/state/vault/vault-location.ts';
import { CreateCopyForm } from './CreateCopyForm.tsx';

const LOOK_EVERY_MS = 1_000;

export function CreateCopySettings() {
  const { t } = useTranslation();
  const { state, wanted } = useTravellingCopyLocation();
  const place = useVaultLocation((known) => known.place);
  const { error, setError, act } = useAsyncAction();
  const isTaking = state?.taking != null;
  useEffect(() => {
    const look = () => readTravellingCopyLocation().catch(setError);
    look();
    if (!isTaking) return undefined;
    const timer = setInterval(look, LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, [isTaking, setError]);
  const copy = state?.copy;
  return (
    <SettingsMain
      title={t('settings.section.travel')}
      {...(place?.kind === 'elsewhere' ? { count: t('travel.copyOf', { name: place.name }) } : {})}
      lead={t('travel.desk.lead')}
    >
      <ErrorRegion error={error} />
      {state?.taking ? (
        <Taking taken={state.taking} wanted={wanted} onCancel={() => act(cancelCopyCreation)} />
      ) : null}
      {copy?.state === 'whole' ? <LocalCopyCard copy={copy} /> : null}
      {copy?.state === 'damaged' || copy?.state === 'unfinished' ? (
        <>
          <h2 className="sub">{t('travel.desk.here')}</h2>
          <p className="set-lead">{t(`travel.desk.${copy.state}`)}</p>
          <div className="set-fields">
            <p className="acts2">
              <Button kind="danger" onPress={() => act(() => deleteCopyHere(true))}>
                {t('travel.desk.deleteBegun')}
              </Button>
            </p>
          </div>
        </>
      ) : null}
      {state && !state.taking && (copy === null || copy?.state === 'unfinished') ? (
        <CreateCopyForm state={state} />
      ) : null}
    </SettingsMain>
  );
}

interface TakingProps {
  readonly taken: { readonly exams: number; readonly bytes: number };
  /** Number of bytes in total; 0 if not known. */
  readonly wanted: number;
  readonly onCancel: () => void;
}

function Taking({ taken, wanted, onCancel }: TakingProps) {
  const { t } = useTranslation();
  const size = byteSize(taken.bytes);
  return (
    <>
      <h2 className="sub">{t('travel.desk.taking')}</h2>
      <div className="set-fields">
        <progress
          aria-label={t('travel.desk.taking')}
          {...(wanted > 0 ? { value: Math.min(taken.exams, wanted), max: wanted } : {})}
        />
        <p className="mid" role="status">
          {wanted > 0
            ? t('travel.desk.cameOf', { number: count(taken.exams), of: count(wanted), size })
            : t('travel.desk.came', { count: taken.exams, number: count(taken.exams), size })}
        </p>
        <p className="note">{t('travel.desk.takingNote')}</p>
        <p className="acts2">
          <Button onPress={onCancel}>{t('common.cancel')}</Button>
        </p>
      </div>
    </>
  );
}
