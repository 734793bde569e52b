/** The card of a complete travelling copy, shown while the home vault is open: open it or delete it. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TravelCopy } from '#renderer/api/desktop-bridge.ts';
import { Button } from '#renderer/components/controls/Button.tsx';
import { ErrorRegion } from '#renderer/components/notices/ErrorRegion.tsx';
import { changedAt, longDay } from '#renderer/messages/dates.ts';
import { count } from '#renderer/messages/numbers.ts';
import { StatusFact } from '#renderer/screens/settings/StatusFact.tsx';
import { useAsyncAction } from '#renderer/state/shell/use-async-action.ts';
import { deleteCopyHere, openCopy } from '#renderer/state/vault/travelling-copy-location.ts';
import { DeleteCopyDialog } from './DeleteCopyDialog.tsx';

interface CopyHereProps {
  readonly copy: Exclude<TravelCopy, { state: 'damaged' }>;
}

/** Shows the state of the complete copy, with buttons to open and delete it. */
export function LocalCopyCard({ copy }: CopyHereProps) {
  const { t } = useTranslation();
  const { error, act } = useAsyncAction();
  const [deleting, setDeleting] = useState(false);
  const { exchanged_at, opens_until, taken_at, waiting } = copy;
  return (
    <>
      <ErrorRegion error={error} />
      <dl className="facts">
        <StatusFact name={t('travel.desk.here')} tone={undefined} words={longDay(taken_at)}>
          {t('travel.lastExchange', { when: changedAt(exchanged_at) })}
        </StatusFact>
        <StatusFact
          name={t('travel.notThere')}
          tone={waiting === 0 ? 's-final' : 's-sealed'}
          words={
            waiting === 0
              ? t('travel.nothing')
              : t('travel.changes', { count: waiting, number: count(waiting) })
          }
        >
          {t(waiting === 0 ? 'travel.allThere' : 'travel.desk.bringBack')}
        </StatusFact>
        <StatusFact name={t('travel.opensUntil')} tone={undefined} words={longDay(opens_until)}>
          {t('travel.desk.opensText')}
        </StatusFact>
      </dl>
      <div className="set-fields copy-acts">
        <p className="acts2">
          <Button kind="primary" icon="laptop" onPress={() => act(openCopy)}>
            {t('travel.desk.openCopy')}
          </Button>
          <Button kind="danger" onPress={() => setDeleting(true)}>
            {t('travel.desk.delete')}
          </Button>
        </p>
      </div>
      {deleting ? (
        <DeleteCopyDialog
          waiting={waiting}
          onDelete={async (even) => {
            await deleteCopyHere(even);
            setDeleting(false);
          }}
          onClose={() => setDeleting(false)}
        />
      ) : null}
    </>
  );
}
