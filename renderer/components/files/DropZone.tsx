/** Area to drop or choose files of an exam, which are sealed with it. */

import { useTranslation } from 'react-i18next';
import { Button } from '#renderer/components/controls/Button.tsx';
import { startUploads, type UploadTarget } from '#renderer/state/shell/upload-store.ts';
import { useFileDrop } from './use-file-drop.ts';
import { useFilePicker } from './use-file-picker.tsx';

interface DropZoneProps {
  readonly target: UploadTarget;
}

export function DropZone({ target }: DropZoneProps) {
  const { t } = useTranslation();
  const picker = useFilePicker((files) => startUploads(files, target));
  const drop = useFileDrop((files) => startUploads(files, target));
  return (
    <div className={`drop exam-drop${drop.over ? ' dropping' : ''}`} {...drop.handlers}>
      <span>{t(drop.over ? 'files.dropNow' : 'files.dropExam')}</span>
      {picker.input}
      <Button size="s" icon="upload" onPress={picker.open}>
        {t('files.uploadToExam')}
      </Button>
    </div>
  );
}
