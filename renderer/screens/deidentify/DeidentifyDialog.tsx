/**
 * Dialog that saves a de-identified copy of an exam. The person decides about each word that may identify
 * someone before anything is written.
 */
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type CopyPlan, type LeftBehind, planCopy } from '#deidentify/deidentified-export.ts';
import type { Decision, Decisions } from '#deidentify/text/review-report.ts';
import { vault } from '#renderer/api/vault-client.ts';
import { Button } from '#renderer/components/controls/Button.tsx';
import { Checkbox } from '#renderer/components/controls/Checkbox.tsx';
import { CancelButton, Dialog } from '#renderer/components/dialogs/Dialog.tsx';
import { ErrorNotice } from '#renderer/components/notices/ErrorNotice.tsx';
import { closeOverlay } from '#renderer/state/shell/overlay-store.ts';
import { useAsyncAction } from '#renderer/state/shell/use-async-action.ts';
import { showToast } from '#renderer/state/toast-store.ts';
import { ReviewTermRows } from './ReviewTermRows.tsx';
import { type SavedCopy, saveCopy } from './save-copy.ts';

interface DeidentifyDialogProps {
  readonly examId: string;
  readonly title: string;
}

export function DeidentifyDialog({ examId, title }: DeidentifyDialogProps) {
  const { t } = useTranslation();
  const [plan, setPlan] = useState<CopyPlan>();
  const [decisions, setDecisions] = useState<Decisions>(new Map());
  const [withRisk, setWithRisk] = useState(false);
  const [left, setLeft] = useState<readonly LeftBehind[]>([]);
  const { busy, error, setError, act } = useAsyncAction();
  useEffect(() => {
    let isCurrent = true;
    planCopy(vault(), [examId]).then(
      (read) => isCurrent && setPlan(read),
      (caught: unknown) => isCurrent && setError(caught),
    );
    return () => {
      isCurrent = false;
    };
  }, [examId, setError]);
  const words = plan?.words ?? [];
  const open = words.filter(({ text }) => !decisions.has(text)).length;
  const decide = (word: string, decision: Decision) =>
    setDecisions((before) => new Map(before).set(word, decision));
  const wordsOf = ({ pictures, risky, uncleared }: SavedCopy) => {
    if (uncleared > 0) return t('deidentify.savedUncleared', { count: risky + uncleared });
    return risky > 0
      ? t('deidentify.savedLeft', { count: risky })
      : t('deidentify.saved', { count: pictures });
  };
  const save = () =>
    act(async () => {
      if (plan === undefined) return;
      const saved = await saveCopy(plan, decisions, withRisk);
      if (saved === undefined) return;
      showToast({ icon: 'check', text: wordsOf(saved) });
      if (saved.leftBehind.length === 0) closeOverlay();
      else setLeft(saved.leftBehind);
    });
  if (left.length > 0) return <LeftBehindDialog title={title} left={left} />;
  return (
    <Dialog
      title={t('deidentify.title', { title })}
      className="deidentify"
      hasInput={decisions.size > 0}
      onClose={closeOverlay}
    >
      <div className="b stack" aria-busy={busy}>
        <p className="note">{t('deidentify.lead')}</p>
        {plan === undefined && error === undefined ? <p role="status">{t('deidentify.reading')}</p> : null}
        {plan === undefined ? null : (
          <>
            <h3 className="sec">
              {t('deidentify.words')}
              {words.length === 0 ? null : (
                <span className="dim" role="status">
                  {t('deidentify.decided', { decided: words.length - open, count: words.length })}
                </span>
              )}
            </h3>
            {words.length === 0 ? (
              <p>{t('deidentify.none')}</p>
            ) : (
              <ReviewTermRows words={words} decisions={decisions} onDecide={decide} />
            )}
            <p className="note">
              {words.length === 0 ? '' : `${t('deidentify.keys')} `}
              {t('deidentify.readOnce')}
            </p>
            <PictureLines plan={plan} />
            {plan.pictures === 0 ? null : (
              <>
                <Checkbox checked={withRisk} onChange={setWithRisk}>
                  {t('deidentify.risk')}
                </Checkbox>
                <p className="note">{t('deidentify.riskText')}</p>
              </>
            )}
          </>
        )}
        {busy ? <p role="status">{t('deidentify.saving')}</p> : null}
        {error === undefined ? null : <ErrorNotice error={error} />}
      </div>
      <div className="f">
        <Button
          kind="primary"
          unavailable={plan === undefined || open > 0 || busy}
          onPress={() => void save()}
        >
          {t('deidentify.act')}
        </Button>
        {open > 0 ? <span className="note">{t('deidentify.open', { count: open })}</span> : null}
        <span className="gap" />
        <span className="note">{t('deidentify.audited')}</span>
        <CancelButton />
      </div>
    </Dialog>
  );
}

function PictureLines({ plan }: { readonly plan: CopyPlan }) {
  const { t } = useTranslation();
  const lines = [
    plan.pictures === 0 ? t('deidentify.noPictures') : t('deidentify.pictures', { count: plan.pictures }),
    ...(plan.other_files === 0 ? [] : [t('deidentify.others', { count: plan.other_files })]),
    ...(plan.waiting === 0 ? [] : [t('deidentify.waiting', { count: plan.waiting })]),
  ];
  return <p>{lines.join(' ')}</p>;
}

/** Lists the files left out of the written copy, with the reason. */
function LeftBehindDialog({ title, left }: { readonly title: string; readonly left: readonly LeftBehind[] }) {
  const { t } = useTranslation();
  return (
    <Dialog title={t('deidentify.title', { title })} className="deidentify" onClose={closeOverlay}>
      <div className="b stack">
        <h3 className="sec">{t('deidentify.leftBehind')}</h3>
        <ul>
          {left.map(({ name, reason }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two files may have one name, and the list never changes
            <li key={at}>
              <b>{name}</b>: {t(`deidentify.left.${reason}`)}
            </li>
          ))}
        </ul>
      </div>
      <div className="f">
        <Button kind="primary" onPress={closeOverlay}>
          {t('common.close')}
        </Button>
      </div>
    </Dialog>
  );
}
