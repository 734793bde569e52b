/** Asks once, before sending, about files that name another patient or date than their exam. */
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { dicomDay, personName } from '#records/identity/dicom-words.ts';
import { mainIdentifier } from '#records/identity/identifiers.ts';
import type { FileOwner, OwnerDifference } from '#records/identity/picture-owner.ts';
import { Button } from '#renderer/components/controls/Button.tsx';
import { Dialog } from '#renderer/components/dialogs/Dialog.tsx';
import { Icon } from '#renderer/components/icons/Icon.tsx';
import { ErrorNotice } from '#renderer/components/notices/ErrorNotice.tsx';
import { shortDay } from '#renderer/messages/dates.ts';
import { count } from '#renderer/messages/numbers.ts';
import { useAsyncAction } from '#renderer/state/shell/use-async-action.ts';
import { showToast } from '#renderer/state/toast-store.ts';
import {
  answerQuestion,
  startComparing,
  storeOwnerConfirmation,
  type UploadQuestion,
  useUploadQuestion,
} from './compare-uploads.ts';

const FIELDS = ['name', 'id', 'birth_date', 'study_date'] as const satisfies readonly OwnerDifference[];
type Cells = Readonly<Record<OwnerDifference, string>>;

export function UploadOwnerDialog() {
  const question = useUploadQuestion((state) => state.question);
  useEffect(startComparing, []);
  return question ? <Question key={question.exam_id} question={question} /> : null;
}

function Question({ question }: { readonly question: UploadQuestion }) {
  const { t } = useTranslation();
  const { act, busy, error } = useAsyncAction();
  const { patient, exam_date, others, chosen } = question;
  const differing = others.reduce((sum, { ids }) => sum + ids.length, 0);
  const exam: Cells = {
    name: patient?.name ?? '',
    id: mainIdentifier(patient?.identifiers)?.value ?? '',
    birth_date: patient?.birth_date ? shortDay(patient.birth_date) : '',
    study_date: exam_date ? shortDay(exam_date) : '',
  };
  const refuse = () => {
    answerQuestion('not_theirs');
    showToast({ icon: 'state-warn', text: t('files.whose.left', { count: differing }) });
  };
  const send = () =>
    act(async () => {
      await storeOwnerConfirmation(question, t('files.whose.reason'));
      answerQuestion('theirs');
    });
  return (
    <Dialog title={t('files.whose.title')} className="whose-dialog" onClose={refuse}>
      <div className="b stack">
        <p role="alert" className="state s-error">
          <Icon name="state-warn" size={20} />
          {t('files.whose.text', { count: differing, chosen: count(chosen) })}
        </p>
        <table>
          <thead>
            <tr>
              <td />
              {FIELDS.map((field) => (
                <th key={field} scope="col">
                  {t(`pictures.owner.${field}`)}
                </th>
              ))}
              <th scope="col" className="num">
                {t('files.whose.files')}
              </th>
            </tr>
          </thead>
          <tbody>
            <tr>
              <th scope="row">{t('pictures.owner.exam')}</th>
              {FIELDS.map((field) => (
                <td key={field}>{exam[field] || t('pictures.owner.unsaid')}</td>
              ))}
              <td />
            </tr>
            {others.map(({ file, differences, ids }) => (
              <tr key={JSON.stringify(file)}>
                <th scope="row">{t('pictures.owner.file')}</th>
                {FIELDS.map((field) => (
                  <td key={field} className={differences.includes(field) ? 'other' : undefined}>
                    {sentCells(file)[field] || t('pictures.owner.unsaid')}
                  </td>
                ))}
                <td className="num">{count(ids.length)}</td>
              </tr>
            ))}
          </tbody>
        </table>
        {error === undefined ? null : <ErrorNotice error={error} />}
      </div>
      <div className="f">
        <Button kind="primary" autoFocus hint="Esc" onPress={refuse}>
          {t('files.whose.refuse')}
        </Button>
        <Button unavailable={busy} onPress={send}>
          {t('files.whose.send')}
        </Button>
        <span className="note">{t('pictures.owner.kept')}</span>
      </div>
    </Dialog>
  );
}

function sentCells(file: FileOwner): Cells {
  const day = (text: string | null) => {
    const instant = dicomDay(text);
    return instant ? shortDay(instant) : '';
  };
  return {
    name: personName(file.patient_name),
    id: file.patient_id ?? '',
    birth_date: day(file.patient_birth_date),
    study_date: day(file.study_date),
  };
}
