/**
 * Band on every screen while the vault has invented patients. Asks in place before it removes them, with their number,
 * and stays until the last is gone.
 */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#renderer/components/controls/Button.tsx';
import { ErrorNotice } from '#renderer/components/notices/ErrorNotice.tsx';
import { patientCache } from '#renderer/state/record-cache/record-caches.ts';
import { showToast } from '#renderer/state/toast-store.ts';
import { countSample, removeWholeSample } from './sample-practice.ts';

type Counts = Awaited<ReturnType<typeof countSample>>;

export function SampleBand() {
  const { t } = useTranslation();
  const isShown = patientCache.use(({ rows }) => {
    for (const { summary } of rows.values()) if (summary?.sample === true) return true;
    return false;
  });
  const [asked, setAsked] = useState<Counts>();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  if (!isShown) return null;

  const run = async (work: () => Promise<void>): Promise<void> => {
    if (busy) return;
    setBusy(true);
    setError(undefined);
    try {
      await work();
    } catch (caught) {
      setError(caught);
    } finally {
      setBusy(false);
    }
  };
  const ask = () => run(async () => setAsked(await countSample()));
  const remove = () =>
    run(async () => {
      await removeWholeSample(t('sample.reason'));
      setAsked(undefined);
      showToast({ icon: 'trash', text: t('sample.removed') });
    });
  return (
    <section className="sample-band" aria-label={t('sample.label')}>
      <b>{t('sample.mark')}</b>
      {asked === undefined ? (
        <>
          <span className="grow">{t('sample.band')}</span>
          <Button kind="danger" size="s" unavailable={busy} onPress={ask}>
            {t('sample.remove')}
          </Button>
        </>
      ) : (
        <>
          <span className="grow" role="alert">
            {busy ? t('sample.removing') : t('sample.ask', asked)}
          </span>
          <Button kind="danger" size="s" unavailable={busy} onPress={remove}>
            {t('sample.removeAct')}
          </Button>
          <Button size="s" autoFocus unavailable={busy} onPress={() => setAsked(undefined)}>
            {t('sample.keep')}
          </Button>
        </>
      )}
      {error === undefined ? null : <ErrorNotice error={error} />}
    </section>
  );
}
