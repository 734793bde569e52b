/** Says beside files that they name another patient or date than their exam, and asks once whose they are. */
import { useTranslation } from 'react-i18next';
import { Button } from '#renderer/components/controls/Button.tsx';
import { Icon } from '#renderer/components/icons/Icon.tsx';
import type { ReportPatient } from '#renderer/screens/editor/frame/use-patient.ts';
import type { PictureOwner } from '#renderer/screens/editor/pictures/use-picture-owner.ts';
import { ownerWords } from '#renderer/screens/editor/pictures/viewport/OwnerQuestion.tsx';

interface OwnerNoticeProps {
  readonly owner: PictureOwner;
  readonly patient: ReportPatient | undefined;
  readonly examDate: string | null;
}

export function OwnerNotice({ owner, patient, examDate }: OwnerNoticeProps) {
  const { t } = useTranslation();
  return (
    <div className="whose-files">
      <p role="alert" className="state s-error">
        <Icon name="state-warn" />
        {ownerWords(owner, patient, examDate, t)}
      </p>
      <Button size="s" onPress={owner.sayTheirs}>
        {t('pictures.owner.theirs')}
      </Button>
    </div>
  );
}
