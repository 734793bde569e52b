import { useTranslation } from 'react-i18next';
import { Button } from '#renderer/components/controls/Button.tsx';
import { Dialog } from '#renderer/components/dialogs/Dialog.tsx';
import { usePatientSwitch } from '#renderer/editor/guard/patient-switch.ts';

/** Asks once when a report is sealed right after another patient's was open. */
export function PatientSwitchDialog() {
  const { t } = useTranslation();
  const question = usePatientSwitch((state) => state.question);
  if (!question) return null;
  const { from, to, answer } = question;
  const names = { from: from.name, to: to.name };
  return (
    <Dialog title={t('editor.switched.title')} onClose={() => answer(false)}>
      <div className="b stack">
        <p>{t('editor.switched.text', names)}</p>
        <p className="pv-name">{to.name}</p>
      </div>
      <div className="f">
        <Button kind="primary" autoFocus onPress={() => answer(false)}>
          {t('editor.switched.back')}
        </Button>
        <Button onPress={() => answer(true)}>{t('editor.switched.goOn', names)}</Button>
      </div>
    </Dialog>
  );
}
