/**
 * Dialog that erases a person: lists what is removed, what stays and where copies remain, and asks for a
 * reason and a typed word. Saves the signed statement at once, because the vault keeps only its hash.
 */
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ErasurePlan } from '#contract/documents/erasure.ts';
import { foldText } from '#records/folded-text.ts';
import { vault } from '#renderer/api/vault-client.ts';
import { TextField } from '#renderer/components/controls/TextField.tsx';
import { saveBlob } from '#renderer/components/files/save-file.ts';
import { FormDialog } from '#renderer/components/forms/FormDialog.tsx';
import { useSubmit } from '#renderer/components/forms/use-submit.ts';
import { ErrorNotice } from '#renderer/components/notices/ErrorNotice.tsx';
import { shortDay } from '#renderer/messages/dates.ts';
import { examCache, patientCache } from '#renderer/state/record-cache/record-caches.ts';
import { navigate } from '#renderer/state/shell/route-store.ts';
import { showToast } from '#renderer/state/toast-store.ts';
import { erasureFileText } from '#sdk/verify.ts';

interface EraseDialogProps {
  readonly patientId: string;
  readonly name: string;
  readonly onClose: () => void;
}

export function EraseDialog({ patientId, name, onClose }: EraseDialogProps) {
  const { t } = useTranslation();
  const { plan, error } = useErasurePlan(patientId);
  const [reason, setReason] = useState('');
  const [typed, setTyped] = useState('');
  const word = t('erase.word');
  const isRight = foldText(typed.trim()) === foldText(word);
  const isReasoned = reason.trim() !== '';
  const submit = useSubmit({
    body: plan !== undefined && isRight && isReasoned ? { reason: reason.trim() } : undefined,
    send: async (body, options) => {
      const file = await vault().patients.erase(patientId, body, options);
      saveBlob(new Blob([erasureFileText(file)], { type: 'application/json' }), `erasure-${patientId}.json`);
      for (const examId of file.statement.exams) examCache.remove(examId);
      patientCache.remove(patientId);
      showToast({ icon: 'trash', text: t('erase.done') });
      navigate(['patients']);
    },
  });
  return (
    <FormDialog
      title={t('erase.title', { name })}
      act={t('erase.act')}
      submit={submit}
      unavailable={plan === undefined}
      onClose={onClose}
    >
      <div className="c2">
        {error === undefined ? null : <ErrorNotice error={error} />}
        {plan === undefined ? null : <PlanLines plan={plan} />}
      </div>
      <TextField
        wide
        autoFocus
        label={t('erase.reason')}
        value={reason}
        onChange={setReason}
        error={submit.tried && !isReasoned ? t('erase.reasonMissing') : undefined}
      />
      <TextField
        wide
        label={t('erase.confirm', { word })}
        value={typed}
        onChange={setTyped}
        error={submit.tried && !isRight ? t('erase.confirm', { word }) : undefined}
      />
    </FormDialog>
  );
}

function useErasurePlan(patientId: string) {
  const [plan, setPlan] = useState<ErasurePlan>();
  const [error, setError] = useState<unknown>();
  useEffect(() => {
    let isGone = false;
    const looked = (then: () => void) => (isGone ? undefined : then());
    vault()
      .patients.erasure(patientId)
      .then(
        (found) => looked(() => setPlan(found)),
        (caught: unknown) => looked(() => setError(caught)),
      );
    return () => {
      isGone = true;
    };
  }, [patientId]);
  return { plan, error };
}

function PlanLines({ plan }: { readonly plan: ErasurePlan }) {
  const { t } = useTranslation();
  const { exams, files, drafts, versions, received, messages, left, still_held } = plan;
  const { snapshots, copies } = still_held;
  return (
    <>
      <p>
        {t('erase.goes', {
          exams: exams.length,
          versions,
          drafts,
          files: files.length,
          waiting: received.length + messages.length,
        })}
      </p>
      {left.map(({ kind, id, why }) => (
        <p className="note" key={id}>
          {t(`erase.left.${why}`, { what: t(`erase.kind.${kind}`), id })}
        </p>
      ))}
      <p className="note">
        {snapshots === null ? t('erase.noBackups') : t('erase.backups', { number: snapshots.length })}
      </p>
      {copies.map(({ client_cn, last_asked_at }) => (
        <p className="note" key={client_cn}>
          {t('erase.copy', { name: client_cn ?? '?', day: shortDay(last_asked_at) })}
        </p>
      ))}
      <p className="note">{t('erase.statement')}</p>
    </>
  );
}
