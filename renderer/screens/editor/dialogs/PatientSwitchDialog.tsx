import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Question } from '#renderer/components/dialogs/Dialog.tsx';
import { usePatientSwitch } from '#renderer/editor/guard/patient-switch.ts';

/** Asks for confirmation when a report is sealed right after another patient's was open. */
export function PatientSwitchDialog() {
  const { t } = useTranslation();
  const question = usePatientSwitch((state) => state.question);
  // Left open behind its report, the question would seal a report that is no longer shown.
  useEffect(() => () => usePatientSwitch.getState().question?.answer(false), []);
  if (!question) return null;
  const { from, to, answer } = question;
  const names = { from: from.name, to: to.name };
  return (
    <Question
      title={t('editor.switched.title')}
      stay={t('editor.switched.back')}
      onStay={() => answer(false)}
      act={t('editor.switched.goOn', names)}
      onAct={() => answer(true)}
    >
      <p>{t('editor.switched.text', names)}</p>
      <p className="pv-name">{to.name}</p>
    </Question>
  );
}
